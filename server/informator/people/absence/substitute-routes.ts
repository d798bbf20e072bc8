import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { SubstituteAnswer, SubstituteRights, SubstituteRightsQuery } from '../../../../contract/docflow.ts';
import { SUBSTITUTE_FORM } from '../../../../contract/forms/people.ts';
import { callerOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest, forbidden, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { disabledOf } from '../users/disabled.ts';
import { findByUid } from '../users/store.ts';
import { currentDay, representedNow } from './represented.ts';
import { coversNothing, selectSubstituteRights } from './substitute-rights.ts';
import { findSubstitute, removeSubstitute, setSubstitute } from './substitute-store.ts';

const response = { 200: SubstituteAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 404: ErrorAnswer };
const options = (summary: string) => ({
  config: { permission: 'signed-in' as const },
  schema: { tags: ['documents'], summary, response },
});

/** The caller's substitute, and the people whom the caller substitutes. */
export function substituteRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, trail } = context;

  async function answer({ uid }: Pick<UserRow, 'uid'>): Promise<SubstituteAnswer> {
    return {
      substitute: await findSubstitute(database.read, uid, currentDay(context)),
      represents: await representedNow(context, uid),
    };
  }
  const own = async (request: FastifyRequest): Promise<UserRow> => {
    const user = await findByUid(database.read, callerOf(request).uid);
    if (!user) throw notFound('user not found');
    return user;
  };

  return async (app) => {
    app.get('/substitute', options('Who acts for the caller, and for whom he acts today'), async (request) =>
      answer(await own(request)),
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
        // As for the search of colleagues: whoever has signed up by himself is nobody's colleague yet.
        if (user.role_id === null && callerOf(request).rank !== 'admin') throw forbidden();
        const acting = await findByUid(database.read, request.query.uid ?? '');
        if (!acting || acting.uid === user.uid) throw badRequest('invalid uid');
        return selectSubstituteRights(database.read, user.uid, acting.uid);
      },
    );

    const put = options('Names who acts for the caller from one day to another, both included');
    app.put('/substitute', { ...put, config: { ...put.config, form: SUBSTITUTE_FORM } }, async (request) => {
      const user = await own(request);
      const substitute = substituteOf(request, user.uid, currentDay(context));
      if ((await disabledOf(context, [substitute.uid])).size > 0) throw badRequest('invalid uid');
      await database.write(async (transaction) => {
        if (!(await setSubstitute(transaction, user.id, substitute))) throw badRequest('invalid uid');
        const rights = await selectSubstituteRights(transaction, user.uid, substitute.uid);
        // Thrown inside: whoever was named before stays.
        if (coversNothing(rights)) throw badRequest('substitute has no right');
      });
      const named = await answer(user);
      trail.record({
        event: 'substitute.set',
        by: doerOf(request),
        ...{ target: named.substitute?.email, targetUid: substitute.uid },
        details: { from: substitute.from, to: substitute.to },
      });
      return named;
    });

    app.delete('/substitute', options('Leaves the caller without a substitute'), async (request) => {
      const user = await own(request);
      const former = await findSubstitute(database.read, user.uid, currentDay(context));
      await database.write((transaction) => removeSubstitute(transaction, user.id));
      if (former) {
        const { email: target, uid: targetUid } = former;
        trail.record({ event: 'substitute.removed', by: doerOf(request), target, targetUid });
      }
      return answer(user);
    });
  };
}

/** Whom the caller names; throws 400. */
function substituteOf(request: FastifyRequest, caller: string, today: string) {
  const wanted = readForm(request, SUBSTITUTE_FORM);
  if (wanted.uid === caller) throw badRequest('invalid uid');
  if (wanted.to < wanted.from || wanted.to < today) throw badRequest('invalid to');
  return wanted;
}
