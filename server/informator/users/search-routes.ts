import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { Profile, UserSearchQuery } from '../../../contract/informator.ts';
import { badRequest } from '../../http/errors.ts';
import type { InformatorContext } from '../context.ts';
import { profileAnswer } from './profile.ts';
import { readId, readLimit } from './rules.ts';
import { byUid, search } from './store.ts';

/** Users by a part of name, e-mail or position, for administrators. */
export function userSearchRoutes({ database }: InformatorContext): FastifyPluginAsyncTypebox {
  /** Id of the user that the page before ended with; 0: from the first. */
  async function after(last: string | undefined): Promise<number> {
    if (!last) return 0;
    const row = await byUid(database.read, last);
    if (!row) throw badRequest('invalid last id');
    return row.id;
  }

  return async (app) => {
    app.get(
      '/search',
      {
        config: { right: 'admin' },
        schema: {
          tags: ['users'],
          summary: 'Users, the oldest first; pages by `last` (the last uid seen)',
          querystring: UserSearchQuery,
          response: { 200: Type.Array(Profile), 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer },
        },
      },
      async ({ query }) => {
        const directing = readId(query.directing);
        if (directing === null) throw badRequest('invalid directing id');
        const task = readId(query.task);
        if (task === null) throw badRequest('invalid task id');
        const slice = {
          text: query.search ?? '',
          limit: readLimit(query.limit),
          after: await after(query.last),
        };
        // The two act only together, and nobody holds a pair while there are no roles.
        if (directing && task) return [];
        return (await search(database.read, slice)).map(profileAnswer);
      },
    );
  };
}
