import type { Doer } from '../../../../contract/audit.ts';
import type { Editor } from '../../../../contract/versions.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { bindRole } from '../access/bind-role.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { profileAheadOf } from '../users/profile-ahead.ts';

/** Who gives a role: as the history names him, and as the journal does. */
export interface Giver {
  readonly editor: Editor;
  readonly doer: Doer;
}

/**
 * Gives whoever has this e-mail a role in place of any other, null takes it away, and tells the journal; a profile is made
 * ahead where the person was not here yet; `claimed` as there. Throws 404 `user not found`, 400 `invalid role id`, 503.
 */
export async function placePerson(
  context: PeopleContext,
  email: string,
  roleId: number | null,
  { editor, doer }: Giver,
): Promise<{ readonly user: UserRow; readonly claimed: boolean }> {
  const found = await profileAheadOf(context, email, doer);
  if (!found) throw notFound('user not found');
  const bound = await bindRole(context.database, found.profile.uid, roleId, {
    by: editor,
    now: context.clock(),
  });
  if (bound.outcome === 'no user') throw notFound('user not found');
  if (bound.outcome !== 'bound') throw badRequest('invalid role id');
  const { user, before } = bound;
  if (before !== user.role_title)
    context.trail.record({
      event: 'role.bound',
      by: doer,
      ...{ target: user.email, targetUid: user.uid },
      details: { role: user.role_title ?? '', roleBefore: before ?? '' },
    });
  return { user, claimed: found.claimed };
}
