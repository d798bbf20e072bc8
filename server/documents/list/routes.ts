// Routes of the list of documents: a page by filter and order, counts of its tabs, and the export as .xlsx.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import * as lists from '../../../contract/documents/lists.ts';
import { LIST_TABS, type ListTab, type SignatoryKind } from '../../../contract/documents/words.ts';
import * as limits from '../../../contract/limits.ts';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { dottedDay } from '../../../rules/format/texts.ts';
import type { Database } from '../../platform/database/types.ts';
import { badRequest, readId, sendWorkbook } from '../../platform/http/request.ts';
import { type Column, pagedXlsxStream, type Sheet, type SheetRow } from '../../platform/sheets/write-xlsx.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import { actorOf, selectDocuments, viewerOf } from '../document/access.ts';
import { listedAnswers } from '../document/answers.ts';
import {
  type Actor,
  asEditor,
  calledName,
  type DocumentsContext,
  type StoredDocument,
  selectEditors,
  selectPeople,
  standingOf,
  turnsOf,
  visibleTo,
} from '../document/document.ts';
import { acceptedIn, decidedAt, decidedBy } from '../document/signatory-rules.ts';
import { readPageSize, type SearchViewer, type Wanted } from '../search/conditions.ts';
import { countFound, searchViewerOf } from '../search/search.ts';
import { selectStandIns } from './asked.ts';
import {
  isPlain,
  knownFilter,
  type ListFilter,
  type ListOrder,
  type ListPlace,
  packPlace,
  readListFilter,
  readOrder,
  readPlace,
  uidsOf,
} from './filter.ts';
import { countPage, personInKey, type Sizes, selectPage } from './page.ts';

const config = { permission: 'signed-in' as const };

const NOTHING: lists.DocumentListAnswer = { documents: [], people: [], next: null };
const NO_COUNTS = Object.fromEntries(
  [...LIST_TABS, 'found', 'cancelled'].map((name) => [name, 0]),
) as lists.DocumentListCounts;

/** Routes of lists of documents by any filter and in any order; the older search is in ../search/routes.ts. */
export function documentListRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database, timeZone, clock } = context;
  const { read } = database;

  async function whoAsks(request: FastifyRequest) {
    const actor = await actorOf(context, request);
    return { actor, viewer: await searchViewerOf(read, actor), now: clock() };
  }

  return async (app) => {
    app.get(
      '/list',
      {
        config,
        schema: {
          summary: 'Documents by any filter and in any order; pages by `cursor`',
          querystring: lists.DocumentListQuery,
          response: { 200: lists.DocumentListAnswer },
        },
      },
      async (request, reply) => {
        const { query } = request;
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(query, timeZone);
        const order = readOrder(query.sort);
        const after = readPlace(order, query.cursor);
        const { actor, viewer, now } = await whoAsks(request);
        if (!viewer) return NOTHING;
        const limit = readPageSize(query.limit, limits.DOCUMENT_PAGE_MAX, limits.DOCUMENT_PAGE_SIZE);
        return database.fromReplica(async (source) => {
          const known = await knownFilter(source, filter, now);
          const places = await selectPage(source, known, viewer, { order, after, limit: limit + 1 });
          const shown = places.slice(0, limit);
          const last = places.length > limit ? shown.at(-1) : undefined;
          return {
            documents: await listed(source, context, shown, { actor, order }),
            people: (await selectPeople(source, uidsOf(filter))).map(asEditor),
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
          querystring: lists.DocumentFilterQuery,
          response: { 200: lists.DocumentListCounts },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = readListFilter(request.query, timeZone);
        const { actor, viewer, now } = await whoAsks(request);
        if (!viewer) return NO_COUNTS;
        return database.fromReplica((source) =>
          countTabs({ ...database, read: source }, filter, { actor, viewer, now }),
        );
      },
    );
  };
}

/** The documents of places in a list; one that is grouped has a row of a document for each person asked. */
async function listed(
  read: PortalSource,
  context: DocumentsContext,
  places: readonly ListPlace[],
  { actor, order }: { readonly actor: Actor; readonly order: ListOrder },
): Promise<lists.ListedDocument[]> {
  const ids = [...new Set(places.map(({ id }) => id))];
  const standIns = await selectStandIns(read, context, ids);
  const answers = await listedAnswers(read, context, ids, actor, ({ id, entries }) => {
    const substitutes = standIns.get(id);
    return {
      since: earliest(entries.map(({ askedAt }) => askedAt)),
      dueAt: earliest(entries.map(({ dueAt }) => dueAt)),
      ...(substitutes ? { substitutes } : {}),
    };
  });
  const isGrouped = order.by === 'asked';
  const people = await selectEditors(read, isGrouped ? places.flatMap(({ key }) => personInKey(key) ?? []) : []);
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return places.flatMap(({ id, key }) => {
    const answer = byId.get(id);
    if (!answer) return [];
    return [isGrouped ? { ...answer, group: people.get(personInKey(key) ?? 0) ?? null } : answer];
  });
}

/** The earliest of moments, ISO 8601; null where there is none. */
function earliest(moments: readonly (number | null)[]): string | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}

const TABS: Readonly<Record<ListTab, Pick<Wanted, 'acceptor' | 'recipient' | 'authored'>>> = {
  forApproval: { acceptor: 'asked', recipient: null, authored: false },
  forReview: { acceptor: null, recipient: 'asked', authored: false },
  outgoing: { acceptor: null, recipient: null, authored: true },
  mine: { acceptor: null, recipient: null, authored: false },
};

interface Counting {
  readonly actor: Actor;
  readonly viewer: SearchViewer;
  readonly now: number;
}

/** Counts the documents of a filter, by the counters of the search where they suffice. */
async function countListed(
  database: Database<PortalSchema>,
  filter: ListFilter,
  { actor, viewer, now }: Counting,
  sizes?: Sizes,
): Promise<number> {
  if (isPlain(filter)) return countFound(database, filter.wanted, actor);
  return countPage(database.read, await knownFilter(database.read, filter, now), viewer, sizes);
}

async function countTabs(database: Database<PortalSchema>, filter: ListFilter, counting: Counting) {
  const sizes: Sizes = new Map();
  const count = (asked: Partial<Wanted>) =>
    countListed(database, { ...filter, wanted: { ...filter.wanted, ...asked } }, counting, sizes);
  const counted = await Promise.all(LIST_TABS.map(async (tab) => [tab, await count(TABS[tab])] as const));
  const tabs = Object.fromEntries(counted) as Record<ListTab, number>;
  const same = LIST_TABS.find((tab) => isOf(TABS[tab], filter.wanted));
  const found = same ? tabs[same] : await count({});
  return { ...tabs, found, cancelled: filter.wanted.state === null ? await count({ state: 'cancelled' }) : 0 };
}

const isOf = (tab: (typeof TABS)[ListTab], { acceptor, recipient, authored }: Wanted): boolean =>
  tab.acceptor === acceptor && tab.recipient === recipient && tab.authored === authored;

export const documentExportRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, timeZone, clock } = context;
    const { read } = database;
    app.get(
      '/list/export',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'What a filter finds, in its order, or the documents of `ids`, as .xlsx',
          querystring: lists.DocumentExportQuery,
        },
      },
      async (request, reply) => {
        const { query } = request;
        const marked = query.ids === undefined ? null : readIds(query.ids);
        const filter = readListFilter(query, timeZone);
        const ids = marked ? await seenOf(marked) : await found();
        if (ids.length > limits.DOCUMENT_EXPORT_MAX) throw badRequest('too many documents');
        return sendWorkbook(reply, 'documents.xlsx', pagedXlsxStream(documentSheet(context, ids)));

        async function found(): Promise<number[]> {
          const viewer = await searchViewerOf(read, await actorOf(context, request));
          if (!viewer) return [];
          const known = await knownFilter(read, filter, clock());
          const wish = { order: readOrder(query.sort), after: null, limit: limits.DOCUMENT_EXPORT_MAX + 1 };
          const places = await selectPage(read, known, viewer, wish);
          return [...new Set(places.map(({ id }) => id))];
        }

        /** Those of the ids that the caller sees, in their order. */
        async function seenOf(ids: readonly number[]): Promise<number[]> {
          if (ids.length === 0) return [];
          const rows = await read
            .selectFrom('documents')
            .select('documents.id')
            .where('documents.id', 'in', ids)
            .where(visibleTo(viewerOf(request)))
            .execute();
          const seen = new Set(rows.map(({ id }) => id));
          return ids.filter((id) => seen.has(id));
        }
      },
    );
  };

/** Ids by comma, each once; throws 400 for what is none, and for too many. */
function readIds(text: string): number[] {
  const ids = text.split(',').filter(Boolean).map(readId);
  if (ids.some((id) => !id)) throw badRequest('invalid doc id');
  const known = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (known.length > limits.DOCUMENT_MARKED_MAX) throw badRequest('too many documents');
  return known;
}

/** Documents read together: other requests are answered between two pages. */
const PAGE = 100;

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  { header: '№', width: 8, kind: 'integer' },
  text('Дата', 12),
  text('Название', 50),
  text('Тип', 24),
  text('Направление', 24),
  text('Автор', 28),
  text('Состояние', 18),
  { header: 'Подписали', width: 11, kind: 'integer' },
  { header: 'Нужно подписей', width: 18, kind: 'integer' },
  { header: 'Ознакомились', width: 14, kind: 'integer' },
  { header: 'Всего ознакомиться', width: 18, kind: 'integer' },
  text('У кого', 40),
  text('Ждёт с', 12),
  text('Срок', 12),
  text('Кто решил', 60),
  text('Изменён', 12),
];

/** The documents of these ids, in their order, as a table; who has gone meanwhile leaves an empty row. */
function documentSheet(context: DocumentsContext, ids: readonly number[]): Sheet {
  const { database, timeZone } = context;
  const { read } = database;
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const documents = new Map((await selectDocuments(read, page)).map((one) => [one.id, one]));
      const standIns = await selectStandIns(read, context, page);
      yield page.map((id) => {
        const document = documents.get(id);
        return document ? rowOf(document, standIns.get(id) ?? [], timeZone) : [];
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { name: 'Документы', columns: COLUMNS, rowCount: ids.length, rows: rows() };
}

function rowOf(document: StoredDocument, standIns: readonly lists.StandIn[], timeZone: string): SheetRow {
  const { num, createdAt, savedAt, title, task, directing, author, entries, people } = document;
  const nameOf = (uid: string) => people.get(uid)?.name || people.get(uid)?.email || '';
  const asked = entries.filter(({ askedAt }) => askedAt !== null);
  const since = Math.min(...asked.map(({ askedAt }) => askedAt ?? 0));
  const due = Math.min(...asked.map(({ dueAt }) => dueAt ?? Number.POSITIVE_INFINITY));
  const askedName = (uid: string) => {
    const acting = standIns.find(({ absent }) => absent === uid)?.acting;
    return acting ? `${nameOf(uid)} (заместитель: ${calledName(acting)})` : nameOf(uid);
  };
  const steps = document.route?.steps;
  const counted = (kind: SignatoryKind): [number, number] => {
    const { done, all } = acceptedIn(entries, kind, steps);
    return [done, all];
  };
  return [
    num,
    shownDay(createdAt, timeZone),
    title,
    task.title,
    directing.title,
    calledName(author),
    stateLabel(standingOf(document)),
    ...counted('acceptor'),
    ...counted('recipient'),
    [...new Set(asked.map(({ uid }) => askedName(uid)))].join(', '),
    asked.length === 0 || since === 0 ? '' : shownDay(since, timeZone),
    Number.isFinite(due) ? shownDay(due, timeZone) : '',
    decisionsIn(document, nameOf, timeZone).join('; '),
    shownDay(savedAt, timeZone),
  ];
}

/** Every decision of the present version with names as of then, and who was spared one. */
function decisionsIn(document: StoredDocument, nameOf: (uid: string) => string, timeZone: string): string[] {
  const { entries, closed } = document;
  const { isPassed } = turnsOf(document);
  return entries.flatMap((entry) => {
    const { uid, kind, declinedAt, decidedAs, reason } = entry;
    const listedName = decidedAs?.name || nameOf(uid);
    const at = decidedAt(entry);
    if (at === null) return closed || isPassed(entry) ? [`${listedName}: не понадобилось`] : [];
    const by = decidedBy(entry) ?? uid;
    const who = by === uid ? listedName : `${decidedAs?.by.name || nameOf(by)} (замещает сотрудника: ${listedName})`;
    const what = declinedAt !== null ? `отклонено («${reason}»)` : DECIDED[kind];
    return [`${who}: ${what}, ${shownDay(at, timeZone)}`];
  });
}

const DECIDED: Readonly<Record<SignatoryKind, string>> = { acceptor: 'согласовано', recipient: 'ознакомление' };

/** DD.MM.YYYY */
const shownDay = (moment: number, timeZone: string): string => dottedDay(dayOf(moment, timeZone));
