import type { Doer } from '../../../../contract/audit.ts';
import type { Substitute, SubstituteAnswer, SubstituteRights } from '../../../../contract/docflow.ts';
import { badRequest } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { disabledOf } from '../users/disabled.ts';
import { findByUid } from '../users/store.ts';
import { currentDay, representedNow } from './represented.ts';
import { coversNothing, selectSubstituteRights } from './substitute-rights.ts';
import { findSubstitute, removeSubstitute, setSubstitute } from './substitute-store.ts';

/** Somebody who may be away. */
type Absent = Pick<UserRow, 'id' | 'uid' | 'email'>;

/** Who acts for somebody, and for whom that person acts today. Throws 503. */
export async function substitutionOf(
  context: PeopleContext,
  { uid }: Pick<Absent, 'uid'>,
): Promise<SubstituteAnswer> {
  return {
    substitute: await findSubstitute(context.database.read, uid, currentDay(context)),
    represents: await representedNow(context, uid),
  };
}

/** What a colleague could decide for somebody. Throws 400 `invalid uid` for whoever is no colleague. */
export async function substituteRightsOf(
  { database: { read } }: PeopleContext,
  absent: Pick<Absent, 'uid'>,
  colleague: string,
): Promise<SubstituteRights> {
  const acting = await findByUid(read, colleague);
  if (!acting || acting.uid === absent.uid) throw badRequest('invalid uid');
  return selectSubstituteRights(read, absent.uid, acting.uid);
}

/**
 * Names who acts for somebody between two days, in place of whoever was named before, and tells the journal. Throws 400 for
 * days that are over, for whoever may decide nothing of it, and for whoever has no account that works; 503.
 */
export async function nameSubstitute(
  context: PeopleContext,
  absent: Absent,
  wanted: Pick<Substitute, 'uid' | 'from' | 'to'>,
  by: Doer,
): Promise<SubstituteAnswer> {
  if (wanted.uid === absent.uid) throw badRequest('invalid uid');
  if (wanted.to < wanted.from || wanted.to < currentDay(context)) throw badRequest('invalid to');
  if ((await disabledOf(context, [wanted.uid])).size > 0) throw badRequest('invalid uid');
  await context.database.write(async (transaction) => {
    if (!(await setSubstitute(transaction, absent.id, wanted))) throw badRequest('invalid uid');
    const rights = await selectSubstituteRights(transaction, absent.uid, wanted.uid);
    // Thrown inside: whoever was named before stays.
    if (coversNothing(rights)) throw badRequest('substitute has no right');
  });
  const named = await substitutionOf(context, absent);
  context.trail.record({
    event: 'substitute.set',
    by,
    ...{ target: named.substitute?.email, targetUid: wanted.uid },
    details: { ...ownerIn(absent, by), from: wanted.from, to: wanted.to },
  });
  return named;
}

/** Leaves somebody without a substitute, and tells the journal where there was one. Throws 503. */
export async function cancelSubstitute(
  context: PeopleContext,
  absent: Absent,
  by: Doer,
): Promise<SubstituteAnswer> {
  const { database, trail } = context;
  const former = await findSubstitute(database.read, absent.uid, currentDay(context));
  await database.write((transaction) => removeSubstitute(transaction, absent.id));
  if (former) {
    const { email: target, uid: targetUid } = former;
    trail.record({ event: 'substitute.removed', by, target, targetUid, details: ownerIn(absent, by) });
  }
  return substitutionOf(context, absent);
}

/** Whose substitute it is, where somebody else says so. */
const ownerIn = ({ uid, email }: Absent, { actor }: Doer) => (actor?.uid === uid ? {} : { absent: email });
