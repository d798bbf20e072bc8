// How a run (an import of a price list) stands, in a word, with its progress, starter and duration; for the lists and
// pages that name runs.
import type { RunOutcome, RunRow } from '../../../../contract/catalogue/runs.ts';
import { runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { formatDuration } from '../../../lib/price-lists/upload/progress-texts.ts';

const TONES: Readonly<Record<RunOutcome, string>> = {
  queued: 'signal',
  running: 'signal',
  done: 'ok',
  failed: 'bad',
  cancelled: 'warn',
  interrupted: 'bad',
};

interface Props {
  readonly run: Pick<RunRow, 'kind' | 'outcome' | 'doubtful' | 'isConfirmed' | 'undoneBy' | 'counts'>;
}

/** How a run ended, in a word or two; shown as good only where everything was applied and not undone. */
export function RunState({ run }: Props) {
  const { outcome, doubtful, isConfirmed, undoneBy, counts } = run;
  const isPartly = outcome === 'done' && (counts?.failed ?? 0) > 0;
  const isDoubtful = doubtful.length > 0;
  const isGone = undoneBy !== null;
  const tone = isPartly ? 'warn' : outcome === 'done' && (isDoubtful || isGone) ? '' : TONES[outcome];
  return (
    <span className="run-state gap-4">
      <span className={`tag ${tone}`}>{isPartly ? texts.partly : texts.outcomeOf(run)}</span>
      {isDoubtful && <span className="tag warn">{isConfirmed ? texts.confirmed : texts.doubtful}</span>}
      {isGone && <span className="tag warn">{texts.undone}</span>}
    </span>
  );
}

export const runStarterOf = ({ who }: RunRow): string => who || texts.shop;

/** How long a run took; '' while it goes on. */
export const durationOf = ({ startedAt, endedAt }: RunRow): string =>
  endedAt === null ? '' : formatDuration(Date.parse(endedAt) - Date.parse(startedAt));

/** How far a run under way is, or how many are before it. */
export function RunProgress({ run: { outcome, progress } }: { readonly run: Pick<RunRow, 'outcome' | 'progress'> }) {
  if (outcome !== 'queued' && outcome !== 'running') return null;
  const label = texts.outcomeOf({ kind: 'file', outcome });
  return (
    <div className="run-progress">
      <progress aria-label={label} max={100} value={progress?.percent ?? undefined} />
      <span className="muted small">{progressWords(outcome, progress)}</span>
    </div>
  );
}

function progressWords(outcome: RunRow['outcome'], progress: RunRow['progress']): string {
  if (progress === null) return texts.outcomeOf({ kind: 'file', outcome });
  if (outcome === 'queued') return texts.ahead(progress.ahead);
  return [
    texts.rowsRead(progress.rows),
    progress.rowsPerSecond > 0 && texts.perSecond(progress.rowsPerSecond),
    progress.secondsLeft !== null && texts.left(formatDuration(progress.secondsLeft * 1_000)),
  ]
    .filter(Boolean)
    .join(', ');
}
