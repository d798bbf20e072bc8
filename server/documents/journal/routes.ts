// Routes by which administrators read the journal of documents: the history of all documents, kept for good, and the
// changes of rights between its events; the same as .xlsx.
import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { AccessChange } from '../../../contract/access/access.ts';
import * as journal from '../../../contract/documents/journal.ts';
import { JOURNAL_EVENTS, JOURNAL_TITLES, type JournalEvent } from '../../../contract/documents/journal-words.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { DAY_MS, DOCUMENT_JOURNAL_EXPORT_MAX } from '../../../contract/limits.ts';
import { limitHeavyAnswers } from '../../platform/http/heavy-work.ts';
import { auditActor, badRequest, listLimit, readId, sendWorkbook } from '../../platform/http/request.ts';
import { type Column, type SheetRow, xlsxStream } from '../../platform/sheets/write-xlsx.ts';
import { dayStart, isDay } from '../../platform/text/day.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { calledName, type DocumentsContext } from '../document/document.ts';
import { entryOfHistory, entryOfRights, type FoundEntry, type HistoryWish, selectHistory } from './entries.ts';

/** What the journal needs from others. */
export interface JournalPorts {
  /** Changes of rights and role bindings older than the one with the id `before`, the newest first. */
  accessChanges(read: PortalSource, wish: { before: number | undefined; limit: number }): Promise<AccessChange[]>;
  readonly trail: AuditTrail;
}

const config = { permission: 'admin' } as const;

/** One file is made at a time: it is gathered in memory. */
const inTurn = limitHeavyAnswers({ atATime: 1, waitingMax: 3, ofCaller: 1, retrySeconds: 10 });

export function documentJournalRoutes(context: DocumentsContext, ports: JournalPorts): FastifyPluginAsyncTypebox {
  const { database, timeZone } = context;
  return async (app) => {
    app.get(
      '/journal',
      {
        config,
        schema: {
          summary: 'What happened to documents, and changes of rights, newest first; kept as long as the documents',
          querystring: journal.JournalListQuery,
          response: { 200: journal.JournalListAnswer },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = readFilter(query, timeZone);
        const start = query.last ? readPlace(query.last) : START;
        if (!start) throw badRequest('invalid last');
        const limit = listLimit(query.limit);
        return database.fromReplica((read) => page(walk({ read, ports, filter }, start), filter, limit));
      },
    );

    app.get(
      '/journal/export',
      {
        config,
        exposeHeadRoute: false,
        schema: {
          summary: `The same as an .xlsx file; of more than ${DOCUMENT_JOURNAL_EXPORT_MAX} entries the newest`,
          querystring: journal.JournalFilterQuery,
        },
      },
      async (request, reply) => {
        const filter = readFilter(request.query, timeZone);
        ports.trail.record({ event: 'journal.exported', by: auditActor(request), target: SHEET });
        const rows = await inTurn(request, reply, (gone) =>
          database.fromReplica((read) => exportedRows({ read, ports, filter }, timeZone, gone)),
        );
        return sendWorkbook(reply, 'documents-journal.xlsx', xlsxStream({ ...TABLE, rowCount: rows.length, rows }));
      },
    );
  };
}

/** Up to where the two sources are read: ids of a row of the history and of a change of rights. */
interface Place {
  readonly history: number;
  readonly rights: number;
}

const START: Place = { history: Number.MAX_SAFE_INTEGER, rights: Number.MAX_SAFE_INTEGER };

/** A place as it travels to the browser and back; null for anything else. */
function readPlace(text: string): Place | null {
  const [, history, rights] = /^(\d{1,16})-(\d{1,16})$/.exec(text.slice(0, 40)) ?? [];
  return history === undefined ? null : { history: Number(history), rights: Number(rights) };
}

interface Filter extends HistoryWish {
  /** Folded; empty: all documents. */
  readonly search: string;
  /** Folded, and as typed; empty: all people. */
  readonly person: string;
  readonly uid: string;
  readonly hasRights: boolean;
}

const SEARCH_MAX = 200;
const EVENTS: ReadonlySet<string> = new Set(JOURNAL_EVENTS);
const OF_RIGHTS: readonly JournalEvent[] = ['rights changed', 'role bound'];

/** Throws 400 for a field that makes no sense. */
function readFilter(query: journal.JournalFilterQuery, timeZone: string): Filter {
  const { search = '', person = '', event = '', from = '', to = '' } = query;
  const document = readId(query.document);
  if (document === null) throw badRequest('invalid doc id');
  const events = event === '' ? null : new Set(event.split(',', EVENTS.size));
  if (events && ![...events].every((one) => EVENTS.has(one))) throw badRequest('invalid event');
  if (from !== '' && !isDay(from)) throw badRequest('invalid from');
  if (to !== '' && !isDay(to)) throw badRequest('invalid to');
  const words = search.slice(0, SEARCH_MAX);
  return {
    search: foldSearch(words),
    person: foldSearch(person.slice(0, SEARCH_MAX)),
    uid: person.slice(0, SEARCH_MAX).trim(),
    document: document ?? null,
    events,
    from: from === '' ? null : dayStart(Date.parse(from), timeZone),
    until: to === '' ? null : dayStart(Date.parse(to) + DAY_MS, timeZone),
    hasRights: document === undefined && words === '' && (events === null || OF_RIGHTS.some((one) => events.has(one))),
  };
}

/** Whether an entry is of the filter, in what the query of its source does not see to. */
function isMeant({ entry, people }: FoundEntry, { search, person, uid, events, from, until }: Filter): boolean {
  const at = Date.parse(entry.at);
  if ((events && !events.has(entry.event)) || at < (from ?? at) || at >= (until ?? at + 1)) return false;
  if (search !== '') {
    const { num = null, title = '' } = entry.document ?? {};
    if (search !== String(num) && !foldSearch(title).includes(search)) return false;
  }
  return (
    person === '' || people.some((one) => one.uid === uid || foldSearch(`${one.name} ${one.email}`).includes(person))
  );
}

interface Source {
  readonly read: PortalSource;
  readonly ports: Pick<JournalPorts, 'accessChanges'>;
  readonly filter: Filter;
}

/** Rows that are read together: other requests are answered in between. */
const ROWS = 100;

/** Both sources from a place on, the newest first, each with the place behind it. */
async function* walk({ read, ports, filter }: Source, start: Place) {
  let place = start;
  let history: Awaited<ReturnType<typeof selectHistory>> = [];
  let rights: AccessChange[] = [];
  const left = { history: true, rights: filter.hasRights };
  for (;;) {
    if (history.length === 0 && left.history) {
      await setImmediate();
      history = await selectHistory(read, filter, place.history, ROWS);
      left.history = history.length === ROWS;
    }
    if (rights.length === 0 && left.rights) {
      rights = await ports.accessChanges(read, { before: place.rights, limit: ROWS });
      left.rights = rights.length === ROWS;
    }
    const [change] = history;
    const [right] = rights;
    if (change && (!right || change.saved_at >= Date.parse(right.at))) {
      history.shift();
      place = { ...place, history: change.id };
      yield { found: entryOfHistory(change), place };
    } else if (right) {
      rights.shift();
      place = { ...place, rights: right.id };
      yield { found: entryOfRights(right), place };
    } else return;
  }
}

/** Entries that one call looks through for those of a filter: a page of a rare one is short, and the next goes on. */
const LOOKED_AT_MAX = 5_000;

async function page(
  entries: ReturnType<typeof walk>,
  filter: Filter,
  limit: number,
): Promise<journal.JournalListAnswer> {
  const shown: journal.JournalEntry[] = [];
  let after = START;
  let lookedAt = 0;
  const next = ({ history, rights }: Place) => `${history}-${rights}`;
  for await (const { found, place } of entries) {
    lookedAt += 1;
    if (isMeant(found, filter)) {
      if (shown.length === limit) return { entries: shown, next: next(after) };
      shown.push(found.entry);
    }
    after = place;
    if (lookedAt >= LOOKED_AT_MAX) return { entries: shown, next: next(after) };
  }
  return { entries: shown, next: null };
}

const SHEET = 'Журнал документов';

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  text('Когда', 20),
  text('Событие', 32),
  text('№', 8),
  text('Тип документа', 24),
  text('Документ или роль', 50),
  text('Версия', 8),
  text('Кто', 28),
  text('Почта', 28),
  text('За кого', 28),
  text('Что изменилось', 90),
];
const TABLE = { name: SHEET, columns: COLUMNS };

async function exportedRows(source: Source, timeZone: string, gone: AbortSignal): Promise<SheetRow[]> {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const rows: SheetRow[] = [];
  for await (const { found } of walk(source, START)) {
    gone.throwIfAborted();
    if (isMeant(found, source.filter)) rows.push(rowOf(found.entry, format));
    if (rows.length === DOCUMENT_JOURNAL_EXPORT_MAX) break;
  }
  return rows;
}

/** Every text is inert: none is ever a formula. */
function rowOf(
  { at, event, document, subject, by, insteadOf, says }: journal.JournalEntry,
  format: Intl.DateTimeFormat,
) {
  return [
    format.format(new Date(at)),
    JOURNAL_TITLES[event],
    document?.num ?? '',
    document?.task ?? '',
    document?.title ?? subject ?? '',
    document?.version || '',
    by?.name || '',
    by?.email ?? '',
    insteadOf ? calledName(insteadOf) : '',
    says.join(' '),
  ].map(String);
}
