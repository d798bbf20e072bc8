// Routes that search for users, and for colleagues by a part of name, e-mail or position.

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ACTIONS, type ActionTitle } from '../../../contract/access/actions.ts';
import type { Caller } from '../../../contract/accounts/accounts.ts';
import { Colleague, ColleagueQuery } from '../../../contract/documents/documents.ts';
import { ACTION_OF, SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { FoundProfile, type Profile, UserSearchQuery } from '../../../contract/people/profiles.ts';
import * as http from '../../platform/http/request.ts';
import type { Pair, UserRow } from '../../portal-database/schema.ts';
import * as accounts from './accounts.ts';
import { profileAnswer } from './profile-routes.ts';
import * as profileStore from './profile-store.ts';

/** A profile in a list: its role by name only, because a hundred of them would be megabytes of rights. */
const listedProfile = (user: UserRow): Profile =>
  profileAnswer(
    user,
    user.role_id === null ? [] : [{ id: user.role_id, title: user.role_title ?? '', directings: [] }],
  );

/** What a colleague sees of a user: the person, and no permissions. */
const colleagueProfile = (user: UserRow): Profile => profileAnswer({ ...user, photo: null }, []);

/** Routes of the search for users by a part of name, e-mail or position, those of a pair also for its authors. */
export function userSearchRoutes(context: accounts.PeopleContext): FastifyPluginAsyncTypebox {
  const { database, permissions } = context;

  /** Id of the user that the page before ended with; 0: from the first. */
  async function after(last: string | undefined): Promise<number> {
    if (!last) return 0;
    const row = await profileStore.findByUid(database.read, last);
    if (!row) throw http.badRequest('invalid last id');
    return row.id;
  }

  async function writes({ uid, rank }: Caller, pair: Pair): Promise<boolean> {
    if (rank === 'admin') return true;
    const actions = await permissions.actionsOn(uid, pair);
    return actions !== null && (actions.has(ACTIONS.create) || actions.has(ACTIONS.edit));
  }

  return async (app) => {
    app.get(
      '/search',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Users, the oldest first; pages by `last` (the last uid seen)',
          description:
            'Everybody only for administrators. With `directing` and `task` users whose role sees the pair, for those who may create or edit its documents: without roles, photo and disabled accounts; `acceptor=1` and `recipient=1` keep those who may sign or acknowledge',
          querystring: UserSearchQuery,
          response: { 200: Type.Array(FoundProfile) },
        },
      },
      async (request) => {
        const { query } = request;
        const caller = http.requireCaller(request);
        if (!(query.directing && query.task) && caller.rank !== 'admin') throw http.forbidden();
        const pair = pairOf(query);
        if (pair && !(await writes(caller, pair))) throw http.forbidden();
        const wanted = {
          text: query.search ?? '',
          limit: profileStore.readLimit(query.limit),
          after: await after(query.last),
        };
        if (!pair) return (await profileStore.searchProfiles(database.read, wanted)).map(listedProfile);
        const holding = { pair, oneOf: actionsOf(query) };
        const able = await accounts.searchEnabled(context, { ...wanted, holding });
        if (query.unable !== '1') return able.map(colleagueProfile);
        if (caller.rank !== 'admin') throw http.forbidden();
        const known = new Set(able.map(({ uid }) => uid));
        const everybody = await profileStore.searchProfiles(database.read, wanted);
        const others = everybody.filter(({ uid }) => !known.has(uid)).slice(0, wanted.limit - able.length);
        const uids = [...able, ...others].map(({ uid }) => uid);
        const idle = await accounts.idleOf(context, uids);
        const isDisabled = (uid: string) => idle.get(uid) === 'disabled';
        const found = (user: UserRow) => ({
          ...colleagueProfile(user),
          isUnseen: idle.has(user.uid) && !isDisabled(user.uid),
        });
        return [
          ...able.map(found),
          ...others.map((user) => ({
            ...found(user),
            unable: isDisabled(user.uid) ? ('disabled' as const) : ('no right' as const),
          })),
        ];
      },
    );
  };
}

/** The pair of a query; null when one of the two is not given: they act only together. */
function pairOf(query: UserSearchQuery): Pair | null {
  const directing = http.readId(query.directing);
  if (directing === null) throw http.badRequest('invalid directing id');
  const task = http.readId(query.task);
  if (task === null) throw http.badRequest('invalid task id');
  return directing && task ? { directing, task } : null;
}

const actionsOf = (query: UserSearchQuery): ActionTitle[] =>
  SIGNATORY_KINDS.filter((kind) => query[kind] === '1').map((kind) => ACTION_OF[kind]);

/** People that the search for a substitute offers at once. */
const COLLEAGUES = 10;

/** The staff, among whom the caller may choose a substitute; for staff and administrators alone. */
export const colleaguesRoutes =
  (context: accounts.PeopleContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database } = context;
    app.get(
      '/colleagues',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: `Up to ${COLLEAGUES} of the staff besides the caller by a literal part of name, e-mail or position, the oldest first`,
          querystring: ColleagueQuery,
          response: { 200: Type.Array(Colleague) },
        },
      },
      async (request) => {
        const { uid, rank } = http.requireCaller(request);
        const caller = await profileStore.findByUid(database.read, uid);
        if (!caller) throw http.notFound('user not found');
        // Customers have colleagues neither here nor among those who are found.
        if (rank !== 'admin' && !(await profileStore.isStaff(database.read, caller))) throw http.forbidden();
        const text = request.query.search ?? '';
        const wanted = { text, limit: COLLEAGUES + 1, after: 0, staff: true } as const;
        const found = await accounts.searchEnabled(context, wanted);
        return found
          .filter((user) => user.uid !== uid)
          .slice(0, COLLEAGUES)
          .map(({ uid, email, name, role_title }) => ({ uid, email, name: name ?? '', position: role_title ?? '' }));
      },
    );
  };
