import { randomInt } from 'node:crypto';
import { BRIDGE, INFORMATOR, MAUTH } from '../../contract/api.ts';
import type { Asked, Caller, Reply } from './caller.ts';

/** What callers have to go by. */
export interface Known {
  readonly account: { readonly email: string; readonly password: string } | null;
  /** An access token of that account. */
  token: string;
  /** Positions that searches have found. */
  readonly positions: Set<number>;
}

/** One kind of request of the mix. */
export interface Kind {
  readonly name: string;
  /** How many of a hundred requests. */
  readonly share: number;
  /** Statuses that are right beside 200. */
  readonly alsoRight?: readonly number[];
  readonly needsAccount?: boolean;
  send(ask: (path: string, asked?: Asked) => Promise<Reply>, known: Known): Promise<Reply>;
}

const QUERIES = [
  '04465-33471',
  '740.1003010',
  '0446533',
  'фильтр масляный',
  'подшипник ступицы',
  'камаз колодки',
  'прокладка',
  'ремень генератора',
  'насос водяной',
  'фильтр 740',
];
const PAGES = ['/', '/about/company', '/about/garanty', '/about/delivery', '/catalog/list', '/auth'];
const POSITIONS_KEPT = 1_000;

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

const search: Kind = {
  name: 'search',
  share: 40,
  alsoRight: [404],
  async send(ask, { positions }) {
    const reply = await ask(`${BRIDGE}/search/?query=${encodeURIComponent(oneOf(QUERIES))}`);
    if (reply.status === 200 && positions.size < POSITIONS_KEPT)
      for (const { id } of (JSON.parse(reply.body) as { positions: { id: number }[] }).positions) positions.add(id);
    return reply;
  },
};

/** A visitor who has found nothing yet looks at the lists of the catalogue. */
const card: Kind = {
  name: 'card',
  share: 18,
  send: (ask, { positions }) =>
    ask(positions.size > 0 ? `${BRIDGE}/card/${oneOf([...positions])}` : `${BRIDGE}/parts/directory`),
};

const page: Kind = { name: 'page', share: 26, send: (ask) => ask(oneOf(PAGES)) };

const results: Kind = {
  name: 'page of results',
  share: 6,
  send: (ask) => ask(`/catalog?query=${encodeURIComponent(oneOf(QUERIES))}`),
};

const signIn: Kind = {
  name: 'sign-in',
  share: 1,
  needsAccount: true,
  // One account signs in more often than a person may.
  alsoRight: [429],
  async send(ask, known) {
    const reply = await ask(`${MAUTH}/signin`, { method: 'POST', json: known.account });
    if (reply.status === 200) known.token = (JSON.parse(reply.body) as { access: string }).access;
    return reply;
  },
};

const documents: Kind = {
  name: 'documents',
  share: 6,
  needsAccount: true,
  send: (ask, { token }) => ask(`${INFORMATOR}/docflow/${oneOf(['list', 'list/counts', 'queue'])}`, { token }),
};

const user: Kind = {
  name: 'current user',
  share: 3,
  needsAccount: true,
  send: (ask, { token }) => ask(`${INFORMATOR}/user/`, { token }),
};

export const MIX: readonly Kind[] = [search, card, page, results, signIn, documents, user];

/** Asks a question that costs the server a search, as fast as it comes: for what it can do at most. */
export const askSearch = (caller: Caller, from?: string): Promise<Reply> =>
  caller.ask(`${BRIDGE}/search/?query=${encodeURIComponent(oneOf(QUERIES))}`, from ? { from } : {});
