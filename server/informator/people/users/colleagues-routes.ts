import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { Colleague, ColleagueQuery } from '../../../../contract/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { forbidden, notFound } from '../../../http/errors.ts';
import type { PeopleContext } from '../context.ts';
import { searchEnabled } from './disabled.ts';
import { findByUid, isStaff } from './store.ts';

/** People that the search for a substitute offers at once. */
const COLLEAGUES = 10;

/** The staff, among whom the caller may choose a substitute; for staff and administrators alone. */
export const colleaguesRoutes =
  (context: PeopleContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database } = context;
    app.get(
      '/colleagues',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags: ['documents'],
          summary: `Up to ${COLLEAGUES} of the staff besides the caller by a literal part of name, e-mail or position, the oldest first`,
          querystring: ColleagueQuery,
          response: { 200: Type.Array(Colleague), 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer },
        },
      },
      async (request) => {
        const { uid, rank } = callerOf(request);
        const caller = await findByUid(database.read, uid);
        if (!caller) throw notFound('user not found');
        // Customers have colleagues neither here nor among those who are found.
        if (rank !== 'admin' && !(await isStaff(database.read, caller))) throw forbidden();
        const text = request.query.search ?? '';
        const found = await searchEnabled(context, {
          ...{ text, limit: COLLEAGUES + 1, after: 0 },
          staff: true,
        });
        return found
          .filter((user) => user.uid !== uid)
          .slice(0, COLLEAGUES)
          .map(({ uid, email, name, role_title }) => ({
            uid,
            email,
            name: name ?? '',
            position: role_title ?? '',
          }));
      },
    );
  };
