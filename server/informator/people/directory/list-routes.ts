import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { readEmail } from '../../../../contract/fields/email.ts';
import { PEOPLE_OF_ROLE_MAX } from '../../../../contract/limits.ts';
import {
  type AccountsFilter,
  PEOPLE_STATE_WORDS,
  PeopleAnswer,
  PeopleQuery,
} from '../../../../contract/people.ts';
import { badRequest } from '../../../http/errors.ts';
import { listLimit } from '../../../http/list-limit.ts';
import { readId } from '../../ids.ts';
import { currentDay } from '../absence/represented.ts';
import type { PeopleContext } from '../context.ts';
import { askDirectory } from './ask-directory.ts';
import { uidsWithRole, withProfiles } from './facts.ts';

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
          tags: ['people'],
          summary: 'Everybody with an account, with role, state and last visit',
          querystring: PeopleQuery,
          response: { 200: PeopleAnswer, 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer },
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
