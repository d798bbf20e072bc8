import { sql } from 'kysely';
import type { AuditDetails } from '../../../contract/audit.ts';
import type { AuditEntryAnswer } from '../../../contract/audit-api.ts';
import { QUERY_JOB, queryTextOf } from '../../database/select-in-job.ts';
import type { Database } from '../../database/types.ts';
import type { AuditEventRow, MauthSchema } from '../schema.ts';
import type { Source } from '../user-store.ts';
import type { AuditFilter, AuditPlace } from './filter.ts';

const SHOWN = [
  'id',
  'at',
  'last_at',
  'count',
  'event',
  'actor',
  'target',
  'client',
  'agent',
  'details',
] as const;
/** A row without what only the database needs. */
export type ShownRow = Pick<AuditEventRow, (typeof SHOWN)[number]>;

const literally = (text: string) => text.replace(/[!%_]/g, '!$&');

const filtered = (source: Source, { search, event, from, before }: AuditFilter) =>
  source
    .selectFrom('audit_events')
    .$if(event !== null, (query) => query.where('event', '=', event ?? ''))
    .$if(from !== null, (query) => query.where('at', '>=', from ?? 0))
    .$if(before !== null, (query) => query.where('at', '<', before ?? 0))
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`search_text LIKE ${`%${literally(search)}%`} ESCAPE '!'`),
    );

/** How many entries a filter has. */
export const countQuery = (source: Source, filter: AuditFilter) =>
  filtered(source, filter).select((eb) => eb.fn.countAll<number>().as('count'));

/** The entries of a filter after a place, newest first. */
export const pageQuery = (source: Source, filter: AuditFilter, after: AuditPlace | null, limit: number) =>
  filtered(source, filter)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('at', '<', after?.at ?? 0),
          eb.and([eb('at', '=', after?.at ?? 0), eb('id', '<', after?.id ?? 0)]),
        ]),
      ),
    )
    .select(SHOWN)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);

/** One page. Words are looked for in a thread of its own: the main thread must not wait for a look at every row. */
export async function readPage(
  database: Database<MauthSchema>,
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
