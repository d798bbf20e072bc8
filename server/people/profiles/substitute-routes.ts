import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { SubstituteAnswer, SubstituteRights, SubstituteRightsQuery } from '../../../contract/documents/documents.ts';
import { SUBSTITUTE_FORM } from '../../../contract/people/forms.ts';
import { auditActor, EmailPath, forbidden, notFound, readForm, requireCaller } from '../../platform/http/request.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import { accountOf, byPresentEmail, ensureProfile } from './account-of-profile.ts';
import type { PeopleContext } from './context.ts';
import { findByUid, isStaff } from './profile-store.ts';
import { appointSubstitute, cancelSubstitute, substituteRightsOf, substitutionOf } from './substitutes.ts';

const response = { 200: SubstituteAnswer };
const options = (summary: string) => ({
  config: { permission: 'signed-in' as const },
  schema: { summary, response },
});

/** The caller's substitute, and the people whom the caller substitutes. */
export function substituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const own = async (request: FastifyRequest): Promise<UserRow> => {
    const user = await findByUid(context.database.read, requireCaller(request).uid);
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
          summary: 'What a colleague could decide for the caller, and what only the caller may',
          querystring: SubstituteRightsQuery,
          response: { ...response, 200: SubstituteRights },
        },
      },
      async (request) => {
        const user = await own(request);
        // As for the search of colleagues.
        if (requireCaller(request).rank !== 'admin' && !(await isStaff(context.database.read, user))) throw forbidden();
        return substituteRightsOf(context, user, request.query.uid ?? '');
      },
    );

    const put = options('Names who acts for the caller from one day to another, both included');
    app.put('/substitute', { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const user = await own(request);
      return appointSubstitute(context, user, readForm(request, SUBSTITUTE_FORM), auditActor(request));
    });

    app.delete('/substitute', options('Leaves the caller without a substitute'), async (request) =>
      cancelSubstitute(context, await own(request), auditActor(request)),
    );
  };
}

const personOptions = (summary: string) => ({
  config: { permission: 'admin' as const },
  schema: { summary, params: EmailPath, response: { 200: SubstituteAnswer } },
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
    app.get(path, personOptions('Who acts for somebody, and for whom that person acts today'), async (request) =>
      substitutionOf(context, await seenIn(request.params)),
    );

    app.get(
      `${path}/rights`,
      {
        ...personOptions(''),
        schema: {
          summary: 'What a colleague could decide for somebody, and what not',
          params: EmailPath,
          querystring: SubstituteRightsQuery,
          response: { 200: SubstituteRights },
        },
      },
      async ({ params: named, query }) => substituteRightsOf(context, await seenIn(named), query.uid ?? ''),
    );

    const put = personOptions('Names who acts for somebody from one day to another, both included');
    app.put(path, { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const found = await ensureProfile(context, request.params.email, auditActor(request));
      if (!found) throw notFound('user not found');
      return appointSubstitute(context, found.profile, readForm(request, SUBSTITUTE_FORM), auditActor(request));
    });

    app.delete(path, personOptions('Leaves somebody without a substitute'), async (request) => {
      const profile = await byPresentEmail(context, request.params.email);
      return profile
        ? cancelSubstitute(context, profile, auditActor(request))
        : substitutionOf(context, await seenIn(request.params));
    });
  };
}
