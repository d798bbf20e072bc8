import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { SubstituteAnswer, SubstituteRights, SubstituteRightsQuery } from '../../../../contract/docflow.ts';
import { SUBSTITUTE_FORM } from '../../../../contract/forms/people.ts';
import { doerOf } from '../../../http/doer.ts';
import { notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { accountOf, byPresentEmail } from '../users/present-email.ts';
import { profileAheadOf } from '../users/profile-ahead.ts';
import { cancelSubstitute, nameSubstitute, substituteRightsOf, substitutionOf } from './substitution.ts';

const params = Type.Object({ email: Type.String() });
const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };
const options = (summary: string) => ({
  config: { permission: 'admin' as const },
  schema: { tags: ['people'], summary, params, response: { 200: SubstituteAnswer, ...answers } },
});

interface Named {
  readonly email: string;
}

/** The substitute of anybody, for administrators, under the rules that hold for one's own. */
export function personSubstituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  /** Somebody who is looked at: nothing is made for that. */
  async function seenIn({ email }: Named): Promise<Pick<UserRow, 'uid'>> {
    const person = (await byPresentEmail(context, email)) ?? (await accountOf(context, { email }));
    if (!person) throw notFound('user not found');
    return person;
  }

  return async (app) => {
    const path = '/people/:email/substitute';
    app.get(path, options('Who acts for somebody, and for whom that person acts today'), async (request) =>
      substitutionOf(context, await seenIn(request.params)),
    );

    app.get(
      `${path}/rights`,
      {
        ...options(''),
        schema: {
          tags: ['people'],
          summary: 'What a colleague could decide for somebody, and what not',
          params,
          querystring: SubstituteRightsQuery,
          response: { 200: SubstituteRights, ...answers },
        },
      },
      async ({ params: named, query }) => substituteRightsOf(context, await seenIn(named), query.uid ?? ''),
    );

    const put = options('Names who acts for somebody from one day to another, both included');
    app.put(path, { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const found = await profileAheadOf(context, request.params.email, doerOf(request));
      if (!found) throw notFound('user not found');
      return nameSubstitute(context, found.profile, readForm(request, SUBSTITUTE_FORM), doerOf(request));
    });

    app.delete(path, options('Leaves somebody without a substitute'), async (request) => {
      const profile = await byPresentEmail(context, request.params.email);
      return profile
        ? cancelSubstitute(context, profile, doerOf(request))
        : substitutionOf(context, await seenIn(request.params));
    });
  };
}
