// The list of people for administrators: its routes and SQL, making a person before the first sign-in, and giving
// roles.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Editor } from '../../../contract/answers.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import type { Doer } from '../../../contract/journal/events.ts';
import { PEOPLE_OF_ROLE_MAX } from '../../../contract/limits.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../contract/people/forms.ts';
import * as peopleContract from '../../../contract/people/people.ts';
import type { Database } from '../../platform/database/types.ts';
import * as http from '../../platform/http/request.ts';
import type { PortalSchema, PortalSource, UserRow } from '../../portal-database/schema.ts';
import { askAuthService, ensureProfile, type PeopleContext, renamePerson } from '../profiles/accounts.ts';
import { findByUid, setDocumentMails } from '../profiles/profile-store.ts';
import { currentDay } from '../profiles/substitutes.ts';
import { lockAccess } from '../roles/rights.ts';
import { type Change, recordBinding } from '../roles/rights-history.ts';

type Query = Readonly<Partial<Record<'search' | 'state' | 'role' | 'rank' | 'last' | 'limit', string>>>;

export function peopleListRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { read } = context.database;

  /** The accounts of a role: the auth service does not know roles. */
  async function ofRole(role: string): Promise<Pick<peopleContract.AccountsFilter, 'only' | 'except'>> {
    if (role === '') return {};
    if (role === 'none') return { except: await uidsWithRole(read, 'any', PEOPLE_OF_ROLE_MAX) };
    const id = http.readId(role);
    if (!id) throw http.badRequest('invalid role id');
    return { only: await uidsWithRole(read, id, PEOPLE_OF_ROLE_MAX) };
  }

  return async (app) => {
    app.get(
      '/people/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Everybody with an account, with role, state and last visit',
          querystring: peopleContract.PeopleQuery,
          response: { 200: peopleContract.PeopleAnswer },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = { ...filterOf(query), ...(await ofRole(query.role ?? '')) };
        const { accounts, total } = await askAuthService(context, context.directory.page(filter));
        const people = await withProfiles(read, accounts, currentDay(context));
        const last = accounts.at(-1);
        return { people, total, next: last && accounts.length === filter.limit ? last.email : null };
      },
    );
  };
}

/** Everything of a query but the role. Throws 400. */
function filterOf({ search = '', state = '', rank = '', last = '', limit }: Query): peopleContract.AccountsFilter {
  const wanted = peopleContract.PEOPLE_STATE_WORDS.get(state);
  if (state !== '' && !wanted) throw http.badRequest('invalid state');
  if (rank !== '' && rank !== 'admin' && rank !== 'user') throw http.badRequest('invalid rank');
  return {
    limit: http.listLimit(limit),
    ...(search !== '' && { search: search.slice(0, SEARCH_MAX) }),
    ...(wanted && { state: wanted }),
    ...(rank !== '' && { rank }),
    ...(last !== '' && { last: readEmail(last)?.key ?? last }),
  };
}

/** No name or e-mail is longer. */
const SEARCH_MAX = 5_000;

/** Routes of one person, for administrators: made with a role before the first sign-in, and changed. */
export function personRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, directory } = context;

  return async (app) => {
    app.post(
      '/people/',
      {
        config: { permission: 'admin', form: NEW_PERSON_FORM },
        schema: {
          summary: 'Makes an account without a password for somebody, with a role, and mails an invitation',
          description: 'An account of this e-mail that nobody confirmed becomes that of the person: `claimed`.',
          response: { 201: peopleContract.ChangedPerson },
        },
      },
      async (request, reply) => {
        const { email, name, roleId, invite = false } = http.readForm(request, NEW_PERSON_FORM);
        await requireRole(database.read, roleId);
        const doer = http.auditActor(request);
        const people = [{ email: email.typed, name }];
        const [added] = await askAuthService(context, directory.add(people, invite, doer));
        if (!added?.added && !added?.claimed) throw http.badRequest('email is not unique');
        if (roleId !== null)
          await giveRole(context, added.email, roleId, { editor: http.requireEditor(request), doer });
        const { claimed, mailTrouble } = added;
        const said = { ...(claimed && { claimed }), ...(mailTrouble && { mailTrouble }) };
        return reply.code(201).send({ ...(await personOf(context, added.email)), ...said });
      },
    );

    app.patch(
      '/people/:email',
      {
        config: { permission: 'admin', form: PERSON_FORM },
        schema: {
          summary: 'Renames somebody everywhere, and turns mails about documents on or off for him',
          params: Type.Object({ email: Type.String() }),
          response: { 200: peopleContract.ChangedPerson },
        },
      },
      async (request) => {
        const { name, documents } = http.readForm(request, PERSON_FORM);
        const found = await ensureProfile(context, request.params.email, http.auditActor(request));
        if (!found) throw http.notFound('user not found');
        const { profile, claimed } = found;
        if (name !== undefined) await renamePerson(context, profile.uid, name, http.auditActor(request));
        if (documents !== undefined) await setDocumentMails(database, profile.uid, documents);
        return { ...(await personOf(context, profile.email)), ...(claimed && { claimed }) };
      },
    );
  };
}

/** Throws 400 `invalid role id` where there is no such role (null: no role). */
export async function requireRole(read: PortalSource, id: number | null): Promise<void> {
  if (id === null) return;
  const role = await read.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst();
  if (!role) throw http.badRequest('invalid role id');
}

/** A person by e-mail. Throws 404 `user not found`, 503. */
export async function personOf(context: PeopleContext, email: string): Promise<peopleContract.Person> {
  const accounts = await askAuthService(context, context.directory.known([email]));
  const [person] = await withProfiles(context.database.read, accounts, currentDay(context));
  if (!person) throw http.notFound('user not found');
  return person;
}

/** Accounts as people: with role, photo, substitute and switches of those that have a profile. */
export async function withProfiles(
  read: PortalSource,
  accounts: readonly peopleContract.PersonAccount[],
  today: string,
): Promise<peopleContract.Person[]> {
  if (accounts.length === 0) return [];
  const uids = accounts.map(({ uid }) => uid);
  const profiles = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.uid', 'users.name', 'users.photo', 'users.role_id', 'users.document_mails'])
    .select('roles.title as role_title')
    .where('users.uid', 'in', uids)
    .execute();
  const substitutes = await read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .select(['absent.uid as of', 'acting.uid', 'acting.name', 'acting.email', 'from_day', 'to_day'])
    .where('absent.uid', 'in', uids)
    .where('to_day', '>=', today)
    .execute();
  const profileOf = new Map(profiles.map((row) => [row.uid, row]));
  const substituteOf = new Map(
    substitutes.map(({ of, uid, name, email, from_day: from, to_day: to }) => [
      of,
      { uid, name: name ?? '', email, from, to },
    ]),
  );
  return accounts.map((account) => {
    const profile = profileOf.get(account.uid);
    const role = profile?.role_id ?? null;
    return {
      ...account,
      name: profile?.name ?? account.name,
      photo: profile?.photo ?? '',
      role: role === null ? null : { id: role, title: profile?.role_title ?? '' },
      substitute: substituteOf.get(account.uid) ?? null,
      documentMails: (profile?.document_mails ?? 1) === 1,
    };
  });
}

/** Uids of who has this role, or any role at all; so many at most. */
async function uidsWithRole(read: PortalSource, role: number | 'any', limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('users')
    .select('uid')
    .$if(role === 'any', (query) => query.where('role_id', 'is not', null))
    .$if(role !== 'any', (query) => query.where('role_id', '=', Number(role)))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Who gives a role, for the history and for the journal. */
export interface RoleGiver {
  readonly editor: Editor;
  readonly doer: Doer;
}

/**
 * Gives the user with this e-mail a role in place of any other (null: none) and records it; a profile is made ahead
 * where there is none (`claimed`). Throws 404 `user not found`, 400 `invalid role id`, 503.
 */
export async function giveRole(
  context: PeopleContext,
  email: string,
  roleId: number | null,
  { editor, doer }: RoleGiver,
): Promise<{ readonly user: UserRow; readonly claimed: boolean }> {
  const found = await ensureProfile(context, email, doer);
  if (!found) throw http.notFound('user not found');
  const bound = await bindRole(context.database, found.profile.uid, roleId, { by: editor, now: context.clock() });
  if (bound.outcome === 'no user') throw http.notFound('user not found');
  if (bound.outcome !== 'bound') throw http.badRequest('invalid role id');
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

/** What came of a binding; `before`: the title of the role until then. */
type RoleGiven =
  | { readonly outcome: 'bound'; readonly user: UserRow; readonly before: string | null }
  | { readonly outcome: 'no user' | 'no role' };

function bindRole(
  database: Database<PortalSchema>,
  uid: string,
  roleId: number | null,
  change: Change,
): Promise<RoleGiven> {
  return database.write(async (transaction): Promise<RoleGiven> => {
    await lockAccess(database, transaction);
    const user = await findByUid(transaction, uid);
    if (!user) return { outcome: 'no user' };
    const role = await transaction.selectFrom('roles').select('title').where('id', '=', roleId).executeTakeFirst();
    if (roleId !== null && !role) return { outcome: 'no role' };
    const bound = { ...user, role_id: roleId, role_title: role?.title ?? null, updated_at: change.now };
    if (user.role_id === roleId) return { outcome: 'bound', user, before: user.role_title };
    await transaction
      .updateTable('users')
      .set({ role_id: roleId, updated_at: change.now })
      .where('id', '=', user.id)
      .execute();
    await recordBinding(transaction, { email: user.email, before: user.role_title, after: bound.role_title }, change);
    return { outcome: 'bound', user: bound, before: user.role_title };
  });
}
