import type { RunOutcome, RunRow } from '../../../contract/import-runs.ts';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';

const TONES: Readonly<Record<RunOutcome, string>> = {
  queued: 'signal',
  running: 'signal',
  done: 'ok',
  failed: 'bad',
  cancelled: 'warn',
  interrupted: 'bad',
};

interface Props {
  readonly run: Pick<RunRow, 'kind' | 'outcome' | 'doubtful' | 'undoneBy' | 'counts'>;
}

/** How a run ended, in a word or two: it is told as good only where everything went in and is still there. */
export function RunState({ run }: Props) {
  const { outcome, doubtful, undoneBy, counts } = run;
  const isPartly = outcome === 'done' && (counts?.failed ?? 0) > 0;
  const isDoubtful = doubtful.length > 0;
  const isGone = undoneBy !== null;
  const tone = isPartly ? 'warn' : outcome === 'done' && (isDoubtful || isGone) ? '' : TONES[outcome];
  return (
    <span className="run-state">
      <span className={`tag ${tone}`}>{isPartly ? texts.partly : texts.outcomeOf(run)}</span>
      {isDoubtful && <span className="tag warn">{texts.doubtful}</span>}
      {isGone && <span className="tag warn">{texts.undone}</span>}
    </span>
  );
}
