import type { RunRow } from '../../../contract/import-runs.ts';
import { formatDuration } from '../../lib/import-runs/duration.ts';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';

interface Props {
  readonly run: Pick<RunRow, 'outcome' | 'progress'>;
}

/** How far a run under way is, or how many are before it. */
export function RunProgress({ run: { outcome, progress } }: Props) {
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
