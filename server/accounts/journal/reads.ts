import { sql } from 'kysely';
import { AUDIT_EVENTS, type AuditDetails } from '../../../contract/journal/events.ts';
import type { AuditEntryAnswer, AuditFilterQuery } from '../../../contract/journal/journal.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import { QUERY_JOB, queryTextOf } from '../../platform/database/job-queries.ts';
import type { Database } from '../../platform/database/types.ts';
import { dayStart, isDay } from '../../platform/text/day.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import { literally } from '../../platform/text/words.ts';
import type { AccountsSchema, AuditEventRow } from '../store/schema.ts';
import type { Source } from '../store/user-store.ts';

const SHOWN = ['id', 'at', 'last_at', 'count', 'event', 'actor', 'target', 'client', 'agent', 'details'] as const;
/** A row without what only the database needs. */
export type ShownRow = Pick<AuditEventRow, (typeof SHOWN)[number]>;

const filtered = (source: Source, { search, event, from, before }: AuditFilter) =>
  source
    .selectFrom('audit_events')
    .$if(event !== null, (query) => query.where('event', '=', event ?? ''))
    .$if(from !== null, (query) => query.where('at', '>=', from ?? 0))
    .$if(before !== null, (query) => query.where('at', '<', before ?? 0))
    .$if(search !== '', (query) => query.where(sql<boolean>`search_text LIKE ${`%${literally(search)}%`} ESCAPE '!'`));

/** How many entries a filter has. */
export const countQuery = (source: Source, filter: AuditFilter) =>
  filtered(source, filter).select((eb) => eb.fn.countAll<number>().as('count'));

/** The entries of a filter after a place, newest first. */
export const pageQuery = (source: Source, filter: AuditFilter, after: AuditPlace | null, limit: number) =>
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
export async function readPage(
  database: Database<AccountsSchema>,
  filter: AuditFilter,
  after: AuditPlace | null,
  limit: number,
): Promise<ShownRow[]> {
  const query = pageQuery(database.read, filter, after, limit);
  return filter.search === '' ? query.execute() : database.readJob(QUERY_JOB, queryTextOf(query));
}

const isoOf = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** What is shown of a row. */
export const entryOf = ({ details, client, at, last_at, ...row }: ShownRow): AuditEntryAnswer => ({
  ...row,
  at: isoOf(at) ?? '',
  lastAt: isoOf(last_at),
  address: client,
  details: detailsOf(details),
});

/** The details of a row as they were told. */
export const detailsOf = (details: string | null): Record<string, string | number | boolean> =>
  details === null ? {} : (JSON.parse(details) as AuditDetails & Record<string, string>);

/** Which entries of the journal; times in milliseconds since the epoch. */
export interface AuditFilter {
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
export function readFilter(query: AuditFilterQuery, timeZone: string): AuditFilter | 'event' | 'from' | 'to' {
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

/** The place after which a page goes on. */
interface AuditPlace {
  readonly at: number;
  readonly id: number;
}

/** A place as it travels to the browser and back; null for anything else. */
export function readPlace(text: string): AuditPlace | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}
export const placeText = ({ at, id }: AuditPlace): string => `${at}-${id}`;
