import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import {
  DocumentFilterQuery,
  DocumentListAnswer,
  DocumentListCounts,
  DocumentListQuery,
  type ListedDocument,
} from '../../../contract/documents/lists.ts';
import { LIST_TABS, type ListTab } from '../../../contract/documents/words.ts';
import { DOCUMENT_PAGE_MAX, DOCUMENT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';
import { actorOf } from '../document/access.ts';
import { documentAnswer } from '../document/answers.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type Actor, asEditor, selectPeople } from '../document/people.ts';
import { selectDocuments } from '../document/reads.ts';
import { selectDecidable } from '../document/who-may-decide.ts';
import type { SearchViewer, Wanted } from '../search/conditions.ts';
import { countFound, searchViewerOf } from '../search/search.ts';
import { isPlain, knownFilter, type ListFilter, packPlace, readListFilter, readOrder, readPlace } from './filter.ts';
import { countPage, type Sizes, selectPage } from './page.ts';

const config = { permission: 'signed-in' as const };

const NOTHING: DocumentListAnswer = { documents: [], people: [], next: null };
const NO_COUNTS = Object.fromEntries([...LIST_TABS, 'found'].map((name) => [name, 0])) as Record<
  ListTab | 'found',
  number
>;

/** Lists of documents in any order and by any filter, beside the search that clients have always had. */
export function documentListRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, timeZone, clock } = context;
  const { read } = database;

  async function whoAsks(request: FastifyRequest) {
    const actor = await actorOf(context, request);
    return { actor, looker: await searchViewerOf(read, actor), now: clock() };
  }

  return async (app) => {
    app.get(
      '/list',
      {
        config,
        schema: {
          summary: 'Documents by any filter and in any order; pages by `cursor`',
          querystring: DocumentListQuery,
          response: { 200: DocumentListAnswer },
        },
      },
      async (request, reply) => {
        const { query } = request;
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(query, timeZone);
        const order = readOrder(query.sort);
        const after = readPlace(order, query.cursor);
        const { actor, looker, now } = await whoAsks(request);
        if (!looker) return NOTHING;
        const limit = pageSizeOf(query.limit);
        return database.fromReplica(async (source) => {
          const known = await knownFilter(source, filter, now);
          const places = await selectPage(source, known, looker, { order, after, limit: limit + 1 });
          const shown = places.slice(0, limit);
          const last = places.length > limit ? shown.at(-1) : undefined;
          const named = [filter.creator, filter.signatory].filter((uid) => uid !== null);
          const ids = shown.map(({ id }) => id);
          return {
            documents: await listed(source, context, ids, actor),
            people: (await selectPeople(source, named)).map(asEditor),
            next: last ? packPlace(order, last) : null,
          };
        });
      },
    );

    app.get(
      '/list/counts',
      {
        config,
        schema: {
          summary: 'How many documents a filter finds, and how many it would in each of the four ways',
          querystring: DocumentFilterQuery,
          response: { 200: DocumentListCounts },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(request.query, timeZone);
        const { actor, looker, now } = await whoAsks(request);
        if (!looker) return NO_COUNTS;
        return database.fromReplica((source) =>
          countTabs({ ...database, read: source }, filter, { actor, looker, now }),
        );
      },
    );
  };
}

async function listed(
  read: DocumentsContext['database']['read'],
  { links }: DocumentsContext,
  ids: readonly number[],
  actor: Parameters<typeof selectDecidable>[2],
): Promise<ListedDocument[]> {
  const decides = await selectDecidable(read, ids, actor);
  return (await selectDocuments(read, ids)).map((document) => ({
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    since: earliest(document.entries.map(({ askedAt }) => askedAt)),
    dueAt: earliest(document.entries.map(({ dueAt }) => dueAt)),
  }));
}

/** The earliest of moments as it is told; null where there is none. */
function earliest(moments: readonly (number | null)[]): string | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}

/** A wish out of range is clamped, as in the search. */
function pageSizeOf(text: string | undefined): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, DOCUMENT_PAGE_MAX) : DOCUMENT_PAGE_SIZE;
}

/** What each of the four ways asks besides a filter. */
const TABS: Readonly<Record<ListTab, Pick<Wanted, 'acceptor' | 'recipient' | 'authored'>>> = {
  forApproval: { acceptor: 'asked', recipient: null, authored: false },
  forReview: { acceptor: null, recipient: 'asked', authored: false },
  outgoing: { acceptor: null, recipient: null, authored: true },
  mine: { acceptor: null, recipient: null, authored: false },
};

/** Who counts, and when. */
interface Counting {
  readonly actor: Actor;
  readonly looker: SearchViewer;
  readonly now: number;
}

/** How many documents a filter finds; of what the search knows as well, by its counters. */
export async function countListed(
  database: Database<PortalSchema>,
  filter: ListFilter,
  { actor, looker, now }: Counting,
  sizes?: Sizes,
): Promise<number> {
  if (isPlain(filter)) return countFound(database, filter.wanted, actor);
  return countPage(database.read, await knownFilter(database.read, filter, now), looker, sizes);
}

/** How many it finds, and how many it would in each way into the documents. */
async function countTabs(
  database: Database<PortalSchema>,
  filter: ListFilter,
  counting: Counting,
): Promise<DocumentListCounts> {
  const sizes: Sizes = new Map();
  const count = (asked: Partial<Wanted>) =>
    countListed(database, { ...filter, wanted: { ...filter.wanted, ...asked } }, counting, sizes);
  const counted = await Promise.all(LIST_TABS.map(async (tab) => [tab, await count(TABS[tab])] as const));
  const tabs = Object.fromEntries(counted) as Record<ListTab, number>;
  const same = LIST_TABS.find((tab) => isOf(TABS[tab], filter.wanted));
  return { ...tabs, found: same ? tabs[same] : await count({}) };
}

const isOf = (tab: (typeof TABS)[ListTab], { acceptor, recipient, authored }: Wanted): boolean =>
  tab.acceptor === acceptor && tab.recipient === recipient && tab.authored === authored;
