// SQL of the import history for staff: runs (imports of price lists, and edits), one run, and what it changed position
// by position.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { RunChange } from '../../../contract/catalogue/run-changes.ts';
import * as runsContract from '../../../contract/catalogue/runs.ts';
import type { ListedCounts } from '../../catalogue/changes/position-store.ts';
import type { CatalogueSchema, ImportRunTable } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';

/** Runs and changes on one page. */
const RUNS_PAGE = 30;
export const CHANGES_PAGE = 100;
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
const runs = (read: Kysely<CatalogueSchema>) =>
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
export async function listRuns(read: Kysely<CatalogueSchema>, before: number) {
  const rows = await runs(read)
    .$if(before > 0, (query) => query.where('r.id', '<', before))
    .orderBy('r.id', 'desc')
    .limit(RUNS_PAGE + 1)
    .execute();
  return { runs: rows.slice(0, RUNS_PAGE), hasMore: rows.length > RUNS_PAGE };
}

export async function findRun(read: Kysely<CatalogueSchema>, id: number): Promise<StoredRun | null> {
  const run = runs(read).select(['r.report', 'r.settings']).where('r.id', '=', id);
  return (await run.executeTakeFirst()) ?? null;
}

export async function countRowErrors(read: Kysely<CatalogueSchema>, runId: number): Promise<number> {
  const { count } = await read
    .selectFrom('import_row_errors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface ChangesQuery {
  readonly runId: number;
  /** The last position of the page before; 0 for the first page. */
  readonly after: number;
  /** How an article begins, as a key; '' for all. */
  readonly key: string;
  readonly limit: number;
}

const changesOf = (
  { read, dialect }: Pick<Database<CatalogueSchema>, 'read' | 'dialect'>,
  { runId, key }: Pick<ChangesQuery, 'runId' | 'key'>,
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
  database: Pick<Database<CatalogueSchema>, 'read' | 'dialect'>,
  wish: ChangesQuery,
): Promise<RunChange[]> {
  const rows = await changesOf(database, wish)
    .where('c.position_id', '>', wish.after)
    .select(['c.position_id', 'p.article', 'p.title', 'c.before', 'c.after'])
    .orderBy('c.position_id')
    .limit(wish.limit)
    .execute();
  const changes = rows.map(({ position_id, article, title, before, after }) => ({
    positionId: position_id,
    article,
    title,
    before: before === null ? null : (JSON.parse(before) as RunChange['after']),
    after: JSON.parse(after) as RunChange['after'],
  }));
  return withOwnerTitles(database.read, changes);
}

const OWNERS = { brand_id: 'brands', provider_id: 'providers' } as const;

/** The changes with titles of brands and providers in place of their ids; of one that is gone the id stays. */
async function withOwnerTitles(read: Kysely<CatalogueSchema>, changes: readonly RunChange[]): Promise<RunChange[]> {
  let named = [...changes];
  for (const column of ['brand_id', 'provider_id'] as const) {
    if (!changes.some(({ after }) => column in after)) continue;
    const owners = await read.selectFrom(OWNERS[column]).select(['id', 'title']).execute();
    const titles = new Map(owners.map(({ id, title }) => [id, title]));
    const titled = (fields: RunChange['after']): RunChange['after'] =>
      column in fields ? { ...fields, [column]: titles.get(Number(fields[column])) ?? fields[column] ?? null } : fields;
    named = named.map((change) => ({
      ...change,
      before: change.before && titled(change.before),
      after: titled(change.after),
    }));
  }
  return named;
}

/** How many of them there are; positions that are gone are none. */
export async function countChanges(
  database: Pick<Database<CatalogueSchema>, 'read' | 'dialect'>,
  wish: Pick<ChangesQuery, 'runId' | 'key'>,
): Promise<number> {
  const { count } = await changesOf(database, wish)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A run with the titles of what it names, as the table and its neighbours have them. */
type ListedRun = Omit<
  Selectable<ImportRunTable>,
  'report' | 'settings' | 'notice' | 'worker' | 'handed' | 'beat' | 'unwanted'
> & {
  readonly provider_title: string | null;
  readonly brand_title: string | null;
  readonly preset_name: string | null;
  /** The run that took it back, null when none did. */
  readonly undone_by: number | null;
  /** What that came to, ListedCounts as JSON. */
  readonly undone_counts: string | null;
  /** The report of a run of an older version, whose doubts stand nowhere else. */
  readonly old_report: string | null;
};

/** A run with everything that is kept of it. */
export type StoredRun = ListedRun & Pick<Selectable<ImportRunTable>, 'report' | 'settings'>;

/** The report of a run as it is kept; runs of an older version have no groups. */
type StoredReport = Partial<runsContract.UploadAnswer> & {
  readonly errorGroups?: runsContract.ErrorGroup[];
  readonly warningGroups?: runsContract.ErrorGroup[];
};

export const reportOf = ({ report }: Pick<StoredRun, 'report'>): StoredReport =>
  report === null ? {} : (JSON.parse(report) as StoredReport);

/** The run as lists show it; `progress` is known of the runs of this process only. */
export function runRow(run: ListedRun, progress: runsContract.RunRow['progress']): runsContract.RunRow {
  const outcome = outcomeOf(run);
  return {
    id: run.id,
    kind: run.kind,
    source: run.source,
    outcome,
    fileName: run.file_name,
    fileBytes: run.file_bytes,
    isFileKept: run.kept_file !== null,
    provider: named(run.provider_id, run.provider_title),
    brand: named(run.brand_id, run.brand_title),
    preset: run.preset_id === null ? null : { id: run.preset_id, name: run.preset_name },
    uid: run.uid,
    who: run.who,
    startedAt: new Date(run.started_at).toISOString(),
    endedAt: run.ended_at === null ? null : new Date(run.ended_at).toISOString(),
    ...countsOf(run),
    error: outcome === 'done' ? null : run.error,
    undoes: run.undoes,
    undoneBy: run.undone_by,
    canUndo: outcome === 'done' && (run.undone_by === null || hasKept(run)),
    progress,
  };
}

/** The counts of a run; one of an older version knows fewer of them. */
function countsOf({ counts, old_report }: ListedRun): Pick<runsContract.RunRow, 'counts' | 'doubtful' | 'isConfirmed'> {
  const { doubtful: doubts, isConfirmed, ...rest } = parsed(counts);
  const { doubtful = doubts ?? [] } = reportOf({ report: old_report });
  return {
    counts: counts === null ? null : { ...runsContract.NO_COUNTS, ...rest },
    doubtful: [...doubtful],
    ...(isConfirmed && { isConfirmed }),
  };
}

/** Whether taking the run back left something alone, which may be free by now. */
const hasKept = ({ undone_counts }: ListedRun): boolean => (parsed(undone_counts).skipped ?? 0) > 0;

const parsed = (counts: string | null): Partial<ListedCounts> =>
  counts === null ? {} : (JSON.parse(counts) as ListedCounts);

const named = (id: number | null, title: string | null) => (id === null ? null : { id, title });

export function outcomeOf(run: Pick<ListedRun, 'state' | 'error' | 'began_at'>): runsContract.RunOutcome {
  const { state, error, began_at } = run;
  if (state === 'running') return began_at === null ? 'queued' : 'running';
  return state === 'failed' && error === 'upload cancelled' ? 'cancelled' : state;
}
