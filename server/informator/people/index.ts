import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Kysely } from 'kysely';
import type { Editor } from '../../../contract/versions.ts';
import type { InformatorSchema } from '../schema.ts';
import { personSubstituteRoutes } from './absence/person-substitute-routes.ts';
import { representedNow } from './absence/represented.ts';
import { substituteRoutes } from './absence/substitute-routes.ts';
import { accessRoutes } from './access/routes.ts';
import type { PeopleContext } from './context.ts';
import { peopleListRoutes } from './directory/list-routes.ts';
import { personRoutes } from './directory/person-routes.ts';
import { openPermissions } from './permissions/permissions.ts';
import { roleServiceRoutes } from './permissions/service-routes.ts';
import { referenceRoutes } from './references/routes.ts';
import type { UserRow } from './schema.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import { colleaguesRoutes } from './users/colleagues-routes.ts';
import { disabledOf } from './users/disabled.ts';
import { presentUids } from './users/former-uids.ts';
import { mailsRoutes } from './users/mails-routes.ts';
import { sweepPhotos } from './users/photo.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { userSearchRoutes } from './users/search-routes.ts';
import { findByUid } from './users/store.ts';

/** Profiles, absence, lists and permissions. */
export interface People {
  /** Their routes, relative to the prefix of the service. */
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: PeopleContext;
  /** The profile of an account; null when it has none. */
  profileOf(uid: string): Promise<UserRow | null>;
  /** Whom somebody substitutes today, nobody with a disabled account. Throws 503 when that cannot be asked. */
  representedBy(uid: string): Promise<Editor[]>;
  /** The uid that somebody has by now: a profile may have passed to another account. */
  presentUids(read: Kysely<InformatorSchema>, uids: readonly string[]): Promise<(uid: string) => string>;
  /** Those of these people whose accounts are disabled. Throws 503 when that cannot be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes photos that no profile shows; resolves to their number. */
  sweep(): Promise<{ readonly photos: number }>;
}

/** Profiles, absence, lists and permissions over the database of the service. */
export function openPeople(needs: Omit<PeopleContext, 'permissions'>): People {
  const context: PeopleContext = { ...needs, permissions: openPermissions(needs.database.read) };
  return {
    context,
    routes: peopleRoutes(context),
    profileOf: (uid) => findByUid(context.database.read, uid),
    representedBy: (uid) => representedNow(context, uid),
    presentUids,
    disabledAmong: (uids) => disabledOf(context, uids),
    sweep: async () => ({ photos: await sweepPhotos(context) }),
  };
}

const peopleRoutes =
  (context: PeopleContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const entity of ['role', 'directing', 'task', 'action'] as const) {
      await app.register(referenceRoutes(context, entity), { prefix: `/${entity}` });
    }
    await app.register(roleServiceRoutes(context.permissions, context.serviceTokens));
    await app.register(accessRoutes(context), { prefix: '/setting/access' });
    await app.register(profileRoutes(context), { prefix: '/user' });
    await app.register(userSearchRoutes(context), { prefix: '/user' });
    await app.register(substituteRoutes(context), { prefix: '/user' });
    await app.register(mailsRoutes(context), { prefix: '/user' });
    await app.register(colleaguesRoutes(context), { prefix: '/user' });
    await app.register(peopleListRoutes(context));
    await app.register(personRoutes(context));
    await app.register(personSubstituteRoutes(context));
    await app.register(staffRoutes(context));
  };
