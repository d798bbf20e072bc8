import { type Kysely, sql } from 'kysely';
import type { RunChange } from '../../../../contract/import-runs.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import type { ListedRun, StoredRun } from './run-row.ts';

/** Runs and changes on one page. */
const RUNS_PAGE = 30;
export const CHANGES_PAGE = 100;
/** What lists are told of a run. */
const LISTED = [
  'r.id',
  'r.upload_id',
  'r.uid',
  'r.file_name',
  'r.brand_id',
  'r.provider_id',
  'r.state',
  'r.started_at',
  'r.ended_at',
  'r.error',
  'r.kind',
  'r.source',
  'r.who',
  'r.undoes',
  'r.applied',
  'r.preset_id',
  'r.began_at',
  'r.counts',
  'r.kept_file',
  'r.file_bytes',
] as const;
/** Sorts behind every character of a key. */
const LAST_CHARACTER = '\u{10ffff}';

/** Runs as lists show them: their reports may be large and are not read. */
const runs = (read: Kysely<BridgeSchema>) =>
  read
    .selectFrom('import_runs as r')
    .leftJoin('providers as p', 'p.id', 'r.provider_id')
    .leftJoin('brands as b', 'b.id', 'r.brand_id')
    .leftJoin('import_presets as s', 's.id', 'r.preset_id')
    .leftJoin('import_runs as u', (join) =>
      join.on('u.id', '=', (query) =>
        query
          .selectFrom('import_runs as v')
          .select(({ fn }) => fn.max('v.id').as('id'))
          .whereRef('v.undoes', '=', 'r.id')
          .where('v.state', '=', 'done')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('import_runs as w')
                  .select('w.id')
                  .whereRef('w.undoes', '=', 'v.id')
                  .where('w.state', '=', 'done'),
              ),
            ),
          ),
      ),
    )
    .select(LISTED)
    .select([
      'p.title as provider_title',
      'b.title as brand_title',
      's.name as preset_name',
      'u.id as undone_by',
      'u.counts as undone_counts',
      ({ eb }) => eb.case().when('r.counts', 'is', null).then(eb.ref('r.report')).end().as('old_report'),
    ]);

/** A page of runs, the newest first; `before` is the id of the last one of the page before, 0 for the first page. */
export async function listRuns(
  read: Kysely<BridgeSchema>,
  before: number,
): Promise<{ readonly runs: ListedRun[]; readonly hasMore: boolean }> {
  const rows = await runs(read)
    .$if(before > 0, (query) => query.where('r.id', '<', before))
    .orderBy('r.id', 'desc')
    .limit(RUNS_PAGE + 1)
    .execute();
  return { runs: rows.slice(0, RUNS_PAGE), hasMore: rows.length > RUNS_PAGE };
}

export async function findRun(read: Kysely<BridgeSchema>, id: number): Promise<StoredRun | null> {
  const run = runs(read).select(['r.report', 'r.settings']).where('r.id', '=', id);
  return (await run.executeTakeFirst()) ?? null;
}

/** Row errors that are kept of a run. */
export async function countRowErrors(read: Kysely<BridgeSchema>, runId: number): Promise<number> {
  const { count } = await read
    .selectFrom('import_row_errors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ChangesWish {
  readonly runId: number;
  /** The last position of the page before; 0 for the first page. */
  readonly after: number;
  /** How an article begins, as a key; '' for all. */
  readonly key: string;
  readonly limit: number;
}

/** The changes of positions whose articles begin so. */
const changesOf = (
  { read, dialect }: Pick<Database<BridgeSchema>, 'read' | 'dialect'>,
  { runId, key }: Pick<ChangesWish, 'runId' | 'key'>,
) => {
  const byBytes = dialect === 'postgres' ? sql`COLLATE "C"` : sql``;
  return read
    .selectFrom('import_changes as c')
    .innerJoin('positions as p', 'p.id', 'c.position_id')
    .where('c.run_id', '=', runId)
    .$if(key !== '', (query) =>
      query.where('p.key_id', 'in', (keys) =>
        keys
          .selectFrom('article_keys')
          .select('id')
          .where(sql<boolean>`key ${byBytes} >= ${key} AND key ${byBytes} < ${key + LAST_CHARACTER}`),
      ),
    );
};

/** What a run changed, position by position, in the order of their ids. */
export async function listChanges(
  database: Pick<Database<BridgeSchema>, 'read' | 'dialect'>,
  wish: ChangesWish,
): Promise<RunChange[]> {
  const rows = await changesOf(database, wish)
    .where('c.position_id', '>', wish.after)
    .select(['c.position_id', 'p.article', 'p.title', 'c.before', 'c.after'])
    .orderBy('c.position_id')
    .limit(wish.limit)
    .execute();
  return rows.map(({ position_id, article, title, before, after }) => ({
    positionId: position_id,
    article,
    title,
    before: before === null ? null : (JSON.parse(before) as RunChange['after']),
    after: JSON.parse(after) as RunChange['after'],
  }));
}

/** How many of them there are; positions that are gone are none. */
export async function countChanges(
  database: Pick<Database<BridgeSchema>, 'read' | 'dialect'>,
  wish: Pick<ChangesWish, 'runId' | 'key'>,
): Promise<number> {
  const { count } = await changesOf(database, wish)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
