// Routes by which administrators read the journal of security events (sign-ins, changes of accounts) and export it as
// .xlsx.
import { PassThrough } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { AUDIT_EVENTS, type AuditTrail } from '../../../contract/journal/events.ts';
import * as journal from '../../../contract/journal/journal.ts';
import { AUDIT_EXPORT_MAX, DAY_MS } from '../../../contract/limits.ts';
import { QUERY_JOB, queryTextOf } from '../../platform/database/jobs.ts';
import type { Database } from '../../platform/database/types.ts';
import { auditActor, badRequest, listLimit, sendWorkbook } from '../../platform/http/request.ts';
import { dayStart, isDay } from '../../platform/text/day.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { literally } from '../../platform/text/words.ts';
import type { AccountsSchema, Source } from '../store/schema.ts';
import { AFTER, detailsOf, type ExportArgs, SHOWN, type ShownRow } from './export-job.ts';

interface AuditRouteDeps {
  readonly database: Database<AccountsSchema>;
  readonly trail: AuditTrail;
  /** Of the shop: its days are meant. */
  readonly timeZone: string;
  /** How long entries are kept; 0: for ever. */
  readonly auditDays: number;
}

const config = { permission: 'admin' } as const;
const EXPORT = new URL('export-job.ts', import.meta.url);
const EXPORT_PAGE = 1_000;

export function auditRoutes(deps: AuditRouteDeps): FastifyPluginAsyncTypebox {
  const { database, trail, timeZone, auditDays } = deps;

  const filterOf = (query: journal.AuditFilterQuery): AuditFilter => {
    const filter = readFilter(query, timeZone);
    if (typeof filter === 'string') throw badRequest(`invalid ${filter}`);
    return filter;
  };

  const exportTo = (reply: FastifyReply, filter: AuditFilter) => {
    const args: ExportArgs = {
      count: queryTextOf(countQuery(database.read, filter)),
      page: queryTextOf(pageQuery(database.read, filter, AFTER as never, EXPORT_PAGE)),
      most: AUDIT_EXPORT_MAX,
      timeZone,
    };
    const file = new PassThrough();
    const abort = new AbortController();
    reply.raw.once('close', () => abort.abort());
    const onMessage = (bytes: Uint8Array) => void file.write(bytes);
    database.readJob<ExportArgs, number, Uint8Array>(EXPORT, args, { onMessage, signal: abort.signal }).then(
      () => file.end(),
      (error: Error) => file.destroy(error),
    );
    return file;
  };

  return async (app) => {
    app.get(
      '/admin/audit/',
      {
        config,
        schema: {
          summary: 'The journal, newest first',
          querystring: journal.AuditListQuery,
          response: { 200: journal.AuditListAnswer },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store');
        const filter = filterOf(query);
        const after = query.last ? readPlace(query.last) : null;
        if (query.last && !after) throw badRequest('invalid last');
        const limit = listLimit(query.limit);
        const rows = await readPage(database, filter, after, limit + 1);
        const shown = rows.slice(0, limit);
        const end = rows.length > limit ? shown.at(-1) : undefined;
        return { entries: shown.map(entryOf), next: end ? placeText(end) : null, keptDays: auditDays };
      },
    );

    app.get(
      '/admin/audit/export',
      {
        config,
        exposeHeadRoute: false,
        schema: {
          summary: `The journal as an .xlsx file; of more than ${AUDIT_EXPORT_MAX} entries the newest`,
          querystring: journal.AuditFilterQuery,
        },
      },
      async (request, reply) => {
        const filter = filterOf(request.query);
        trail.record({ event: 'journal.exported', by: auditActor(request) });
        return sendWorkbook(reply, 'journal.xlsx', exportTo(reply, filter));
      },
    );
  };
}

const filtered = (source: Source, { search, event, from, before }: AuditFilter) =>
  source
    .selectFrom('audit_events')
    .$if(event !== null, (query) => query.where('event', '=', event ?? ''))
    .$if(from !== null, (query) => query.where('at', '>=', from ?? 0))
    .$if(before !== null, (query) => query.where('at', '<', before ?? 0))
    .$if(search !== '', (query) => query.where(sql<boolean>`search_text LIKE ${`%${literally(search)}%`} ESCAPE '!'`));

const countQuery = (source: Source, filter: AuditFilter) =>
  filtered(source, filter).select((eb) => eb.fn.countAll<number>().as('count'));

const pageQuery = (source: Source, filter: AuditFilter, after: AuditPlace | null, limit: number) =>
  filtered(source, filter)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('at', '<', after?.at ?? 0), eb.and([eb('at', '=', after?.at ?? 0), eb('id', '<', after?.id ?? 0)])]),
      ),
    )
    .select(SHOWN)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

/** One page. Words are looked for in a thread of its own: the main thread must not wait for a look at every row. */
async function readPage(
  database: Database<AccountsSchema>,
  filter: AuditFilter,
  after: AuditPlace | null,
  limit: number,
): Promise<ShownRow[]> {
  const query = pageQuery(database.read, filter, after, limit);
  return filter.search === '' ? query.execute() : database.readJob(QUERY_JOB, queryTextOf(query));
}

const isoOf = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

const entryOf = ({ details, client, at, last_at, ...row }: ShownRow): journal.AuditEntryAnswer => ({
  ...row,
  at: isoOf(at) ?? '',
  lastAt: isoOf(last_at),
  address: client,
  details: detailsOf(details),
});

/** Which entries of the journal; times in milliseconds since the epoch. */
interface AuditFilter {
  /** Folded; empty: whatever they say. */
  readonly search: string;
  readonly event: string | null;
  /** From this moment on. */
  readonly from: number | null;
  /** Before this moment. */
  readonly before: number | null;
}

const SEARCH_MAX = 200;
const EVENTS: ReadonlySet<string> = new Set(AUDIT_EVENTS);
/** Reads a filter as it was sent; otherwise the name of the first field that makes no sense. */
function readFilter(query: journal.AuditFilterQuery, timeZone: string): AuditFilter | 'event' | 'from' | 'to' {
  const { search = '', event = '', from = '', to = '' } = query;
  if (event !== '' && !EVENTS.has(event)) return 'event';
  if (from !== '' && !isDay(from)) return 'from';
  if (to !== '' && !isDay(to)) return 'to';
  return {
    search: foldSearch(search.slice(0, SEARCH_MAX)),
    event: event || null,
    from: from === '' ? null : dayStart(Date.parse(from), timeZone),
    before: to === '' ? null : dayStart(Date.parse(to) + DAY_MS, timeZone),
  };
}

interface AuditPlace {
  readonly at: number;
  readonly id: number;
}

/** A place as it travels to the browser and back; null for anything else. */
function readPlace(text: string): AuditPlace | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}
const placeText = ({ at, id }: AuditPlace): string => `${at}-${id}`;
