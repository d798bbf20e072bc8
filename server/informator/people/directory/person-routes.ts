import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { NEW_PERSON_FORM, PERSON_FORM } from '../../../../contract/forms/people.ts';
import { ChangedPerson, type Person } from '../../../../contract/people.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import { currentDay } from '../absence/represented.ts';
import type { PeopleContext } from '../context.ts';
import { profileAheadOf } from '../users/profile-ahead.ts';
import { renamePerson } from '../users/rename.ts';
import { setDocumentMails } from '../users/store.ts';
import { askDirectory } from './ask-directory.ts';
import { withProfiles } from './facts.ts';
import { placePerson } from './place-person.ts';

const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };

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
    (await database.read.selectFrom('roles').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined;

  return async (app) => {
    app.post(
      '/people/',
      {
        config: { permission: 'admin', form: NEW_PERSON_FORM },
        schema: {
          tags: ['people'],
          summary: 'Makes an account without a password for somebody, with a role, and mails an invitation',
          description:
            'An account of this e-mail that nobody confirmed becomes that of the person: `claimed`.',
          response: { 201: ChangedPerson, ...answers },
        },
      },
      async (request, reply) => {
        const { email, name, roleId, invite = false } = readForm(request, NEW_PERSON_FORM);
        if (roleId !== null && !(await isRole(roleId))) throw badRequest('invalid role id');
        const doer = doerOf(request);
        const people = [{ email: email.typed, name }];
        const [added] = await askDirectory(context, directory.add(people, invite, doer));
        if (!added?.added && !added?.claimed) throw badRequest('email is not unique');
        if (roleId !== null)
          await placePerson(context, added.email, roleId, { editor: editorOf(request), doer });
        return reply
          .code(201)
          .send({ ...(await personOf(added.email)), ...(added.claimed && { claimed: true }) });
      },
    );

    app.patch(
      '/people/:email',
      {
        config: { permission: 'admin', form: PERSON_FORM },
        schema: {
          tags: ['people'],
          summary: 'Renames somebody everywhere, and turns mails about documents on or off for him',
          params: Type.Object({ email: Type.String() }),
          response: { 200: ChangedPerson, ...answers },
        },
      },
      async (request) => {
        const { name, documents } = readForm(request, PERSON_FORM);
        const found = await profileAheadOf(context, request.params.email, doerOf(request));
        if (!found) throw notFound('user not found');
        const { profile, claimed } = found;
        if (name !== undefined) await renamePerson(context, profile.uid, name, doerOf(request));
        if (documents !== undefined) await setDocumentMails(database, profile.uid, documents);
        return { ...(await personOf(profile.email)), ...(claimed && { claimed }) };
      },
    );
  };
}
