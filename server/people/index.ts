// Opens the people of the staff portal (profiles, substitutes, lists, permissions) and registers their routes.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AllowsAnswer, AllowsBody, type IdleState, type RoleActions } from '../../contract/accounts/accounts.ts';
import type { Editor } from '../../contract/answers.ts';
import type { ServiceTokens } from '../platform/secrets.ts';
import type { PortalSource, UserRow } from '../portal-database/schema.ts';
import { referenceRoutes } from './access/lists.ts';
import { accessRoutes } from './access/routes.ts';
import { peopleListRoutes, personRoutes } from './directory/people.ts';
import { staffRoutes } from './directory/staff-list.ts';
import { tiesRoutes } from './directory/ties.ts';
import { disabledOf, idleOf, type PeopleContext } from './profiles/accounts.ts';
import { sweepPhotos } from './profiles/photos.ts';
import * as profiles from './profiles/profile-routes.ts';
import { findByUid, presentUids } from './profiles/profile-store.ts';
import { colleaguesRoutes, userSearchRoutes } from './profiles/search-routes.ts';
import { personSubstituteRoutes, representedNow, substituteRoutes } from './profiles/substitutes.ts';
import { openPermissions } from './roles/permissions.ts';

interface People {
  readonly routes: FastifyPluginAsyncTypebox;
  readonly context: PeopleContext;
  profileOf(uid: string): Promise<UserRow | null>;
  /** The people whom a user substitutes today, without disabled accounts. Throws 503 without the auth service. */
  representedBy(uid: string): Promise<Editor[]>;
  /** Maps uids to present ones: a profile may have passed to another account. */
  presentUids(read: PortalSource, uids: readonly string[]): Promise<(uid: string) => string>;
  /** The uids among these whose accounts are disabled. Throws 503 when the auth service cannot be asked. */
  disabledAmong(uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those among these uids whose accounts do not work, and why. Throws 503 likewise. */
  idleAmong(uids: readonly string[]): Promise<ReadonlyMap<string, IdleState>>;
  /** Removes photos that no profile shows; resolves to their number. */
  sweep(): Promise<{ readonly photos: number }>;
}

export function openPeople(needs: Omit<PeopleContext, 'permissions'>): People {
  const context: PeopleContext = { ...needs, permissions: openPermissions(needs.database.read) };
  return {
    context,
    routes: peopleRoutes(context),
    profileOf: (uid) => findByUid(context.database.read, uid),
    representedBy: (uid) => representedNow(context, uid),
    presentUids,
    disabledAmong: (uids) => disabledOf(context, uids),
    idleAmong: (uids) => idleOf(context, uids),
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
    await app.register(profiles.profileRoutes(context), { prefix: '/user' });
    await app.register(userSearchRoutes(context), { prefix: '/user' });
    await app.register(substituteRoutes(context), { prefix: '/user' });
    await app.register(profiles.mailsRoutes(context), { prefix: '/user' });
    await app.register(colleaguesRoutes(context), { prefix: '/user' });
    await app.register(peopleListRoutes(context));
    await app.register(personRoutes(context));
    await app.register(tiesRoutes(context));
    await app.register(personSubstituteRoutes(context));
    await app.register(staffRoutes(context));
  };

const roleServiceRoutes =
  (roles: RoleActions, { knows }: ServiceTokens): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/allows',
      {
        config: { permission: 'service', knowsService: knows },
        schema: {
          summary: 'Whether the role of an account allows an action that needs no direction and no task',
          body: AllowsBody,
          response: { 200: AllowsAnswer },
        },
      },
      async ({ body: { uid, action } }, reply) => {
        reply.header('cache-control', 'no-store');
        return { allowed: await roles.allows(uid, action) };
      },
    );
  };
