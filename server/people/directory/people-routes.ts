import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { readEmail } from '../../../contract/fields/email.ts';
import { PEOPLE_OF_ROLE_MAX } from '../../../contract/limits.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../contract/people/forms.ts';
import {
  type AccountsFilter,
  ChangedPerson,
  PEOPLE_STATE_WORDS,
  PeopleAnswer,
  PeopleQuery,
  type Person,
} from '../../../contract/people/people.ts';
import { listLimit } from '../../platform/http/list-page.ts';
import { auditActor, badRequest, notFound, readForm, readId, requireEditor } from '../../platform/http/request.ts';
import { askDirectory, ensureProfile, renamePerson } from '../profiles/account-of-profile.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { setDocumentMails } from '../profiles/profile-store.ts';
import { currentDay } from '../profiles/substitutes.ts';
import { giveRole, uidsWithRole, withProfiles } from './people-store.ts';

type Query = Readonly<Partial<Record<'search' | 'state' | 'role' | 'rank' | 'last' | 'limit', string>>>;

/** Everybody with an account, for administrators: by e-mail, narrowed down and page by page. */
export function peopleListRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { read } = context.database;

  /** Which accounts those of a role are: the auth service does not know roles. */
  async function ofRole(role: string): Promise<Pick<AccountsFilter, 'only' | 'except'>> {
    if (role === '') return {};
    if (role === 'none') return { except: await uidsWithRole(read, 'any', PEOPLE_OF_ROLE_MAX) };
    const id = readId(role);
    if (!id) throw badRequest('invalid role id');
    return { only: await uidsWithRole(read, id, PEOPLE_OF_ROLE_MAX) };
  }

  return async (app) => {
    app.get(
      '/people/',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Everybody with an account, with role, state and last visit',
          querystring: PeopleQuery,
          response: { 200: PeopleAnswer },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = { ...filterOf(query), ...(await ofRole(query.role ?? '')) };
        const { accounts, total } = await askDirectory(context, context.directory.page(filter));
        const people = await withProfiles(read, accounts, currentDay(context));
        const last = accounts.at(-1);
        return { people, total, next: last && accounts.length === filter.limit ? last.email : null };
      },
    );
  };
}

/** Everything of a query but the role. Throws 400. */
function filterOf({ search = '', state = '', rank = '', last = '', limit }: Query): AccountsFilter {
  const wanted = PEOPLE_STATE_WORDS.get(state);
  if (state !== '' && !wanted) throw badRequest('invalid state');
  if (rank !== '' && rank !== 'admin' && rank !== 'user') throw badRequest('invalid rank');
  return {
    limit: listLimit(limit),
    ...(search !== '' && { search: search.slice(0, SEARCH_MAX) }),
    ...(wanted && { state: wanted }),
    ...(rank !== '' && { rank }),
    ...(last !== '' && { last: readEmail(last)?.key ?? last }),
  };
}

/** Longer ones are in nobody's name and e-mail. */
const SEARCH_MAX = 5_000;

/** One person, for administrators: made with a role before the first sign-in, and changed. */
export function personRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, directory } = context;

  async function personOf(email: string): Promise<Person> {
    const accounts = await askDirectory(context, directory.known([email]));
    const [person] = await withProfiles(database.read, accounts, currentDay(context));
    if (!person) throw notFound('user not found');
    return person;
  }
  const isRole = async (id: number) =>
    (await database.read.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

  return async (app) => {
    app.post(
      '/people/',
      {
        config: { permission: 'admin', form: NEW_PERSON_FORM },
        schema: {
          summary: 'Makes an account without a password for somebody, with a role, and mails an invitation',
          description: 'An account of this e-mail that nobody confirmed becomes that of the person: `claimed`.',
          response: { 201: ChangedPerson },
        },
      },
      async (request, reply) => {
        const { email, name, roleId, invite = false } = readForm(request, NEW_PERSON_FORM);
        if (roleId !== null && !(await isRole(roleId))) throw badRequest('invalid role id');
        const doer = auditActor(request);
        const people = [{ email: email.typed, name }];
        const [added] = await askDirectory(context, directory.add(people, invite, doer));
        if (!added?.added && !added?.claimed) throw badRequest('email is not unique');
        if (roleId !== null) await giveRole(context, added.email, roleId, { editor: requireEditor(request), doer });
        return reply.code(201).send({ ...(await personOf(added.email)), ...(added.claimed && { claimed: true }) });
      },
    );

    app.patch(
      '/people/:email',
      {
        config: { permission: 'admin', form: PERSON_FORM },
        schema: {
          summary: 'Renames somebody everywhere, and turns mails about documents on or off for him',
          params: Type.Object({ email: Type.String() }),
          response: { 200: ChangedPerson },
        },
      },
      async (request) => {
        const { name, documents } = readForm(request, PERSON_FORM);
        const found = await ensureProfile(context, request.params.email, auditActor(request));
        if (!found) throw notFound('user not found');
        const { profile, claimed } = found;
        if (name !== undefined) await renamePerson(context, profile.uid, name, auditActor(request));
        if (documents !== undefined) await setDocumentMails(database, profile.uid, documents);
        return { ...(await personOf(profile.email)), ...(claimed && { claimed }) };
      },
    );
  };
}
