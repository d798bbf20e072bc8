import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { SubstituteAnswer, SubstituteRights, SubstituteRightsQuery } from '../../../../contract/docflow.ts';
import { SUBSTITUTE_FORM } from '../../../../contract/forms/people.ts';
import { callerOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { forbidden, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { findByUid, isStaff } from '../users/store.ts';
import { cancelSubstitute, nameSubstitute, substituteRightsOf, substitutionOf } from './substitution.ts';

const response = { 200: SubstituteAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer };
const options = (summary: string) => ({
  config: { permission: 'signed-in' as const },
  schema: { tags: ['documents'], summary, response },
});

/** The caller's substitute, and the people whom the caller substitutes. */
export function substituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const own = async (request: FastifyRequest): Promise<UserRow> => {
    const user = await findByUid(context.database.read, callerOf(request).uid);
    if (!user) throw notFound('user not found');
    return user;
  };

  return async (app) => {
    app.get('/substitute', options('Who acts for the caller, and for whom he acts today'), async (request) =>
      substitutionOf(context, await own(request)),
    );

    app.get(
      '/substitute/rights',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: 'What a colleague could decide for the caller, and what only the caller may',
          querystring: SubstituteRightsQuery,
          response: { ...response, 200: SubstituteRights, 403: ErrorAnswer },
        },
      },
      async (request) => {
        const user = await own(request);
        // As for the search of colleagues.
        if (callerOf(request).rank !== 'admin' && !(await isStaff(context.database.read, user)))
          throw forbidden();
        return substituteRightsOf(context, user, request.query.uid ?? '');
      },
    );

    const put = options('Names who acts for the caller from one day to another, both included');
    app.put('/substitute', { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const user = await own(request);
      return nameSubstitute(context, user, readForm(request, SUBSTITUTE_FORM), doerOf(request));
    });

    app.delete('/substitute', options('Leaves the caller without a substitute'), async (request) =>
      cancelSubstitute(context, await own(request), doerOf(request)),
    );
  };
}
