import type { Selectable } from 'kysely';
import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { RunOutcome, RunRow } from '../../../../contract/import-runs.ts';
import { type ErrorGroup, NO_COUNTS } from '../../../../contract/run-counts.ts';
import type { ImportRunTable } from '../../schema.ts';
import type { ListedCounts } from '../store/listed-counts.ts';

/** A run with the titles of what it names, as the table and its neighbours have them. */
export type ListedRun = Omit<
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
export type StoredReport = Partial<UploadAnswer> & {
  readonly errorGroups?: ErrorGroup[];
  readonly warningGroups?: ErrorGroup[];
};

export const reportOf = ({ report }: Pick<StoredRun, 'report'>): StoredReport =>
  report === null ? {} : (JSON.parse(report) as StoredReport);

/** The run as lists show it; `progress` is known of the runs of this process only. */
export function runRow(run: ListedRun, progress: RunRow['progress']): RunRow {
  const { counts, doubtful } = countsOf(run);
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
    counts,
    doubtful,
    error: outcome === 'done' ? null : run.error,
    undoes: run.undoes,
    undoneBy: run.undone_by,
    canUndo: outcome === 'done' && (run.undone_by === null || hasKept(run)),
    progress,
  };
}

/** The counts of a run; one of an older version knows fewer of them. */
function countsOf({ counts, old_report }: ListedRun): Pick<RunRow, 'counts' | 'doubtful'> {
  const { doubtful: told, ...rest } = parsed(counts);
  const { doubtful = told ?? [] } = reportOf({ report: old_report });
  return { counts: counts === null ? null : { ...NO_COUNTS, ...rest }, doubtful: [...doubtful] };
}

/** Whether taking the run back left something alone, which may be free by now. */
const hasKept = ({ undone_counts }: ListedRun): boolean => (parsed(undone_counts).skipped ?? 0) > 0;

const parsed = (counts: string | null): Partial<ListedCounts> =>
  counts === null ? {} : (JSON.parse(counts) as ListedCounts);

const named = (id: number | null, title: string | null) => (id === null ? null : { id, title });

/** Where a run is or how it ended. */
export function outcomeOf({
  state,
  error,
  began_at,
}: Pick<ListedRun, 'state' | 'error' | 'began_at'>): RunOutcome {
  if (state === 'running') return began_at === null ? 'queued' : 'running';
  return state === 'failed' && error === 'upload cancelled' ? 'cancelled' : state;
}
