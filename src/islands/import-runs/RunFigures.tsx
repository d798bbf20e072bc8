import type { RunKind } from '../../../contract/import-runs.ts';
import type { RunCounts } from '../../../contract/run-counts.ts';
import { COUNT_LABELS } from '../../../rules/format/count-labels.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { runReport as texts } from '../../lib/import-runs/run-texts.ts';

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];
/** What somebody has to look at when there is any of it. */
const TROUBLE: ReadonlySet<keyof RunCounts> = new Set(['priceGone', 'failed', 'clashing']);

/** What a run of crosses never does. */
const OF_POSITIONS: ReadonlySet<keyof RunCounts> = new Set([
  'priceUp',
  'priceDown',
  'priceGone',
  'stockChanged',
  'termsChanged',
  'clashing',
]);

interface Props {
  readonly counts: RunCounts;
  readonly kind?: RunKind;
}

/** What a run does or did, as large figures. */
export function RunFigures({ counts, kind = 'file' }: Props) {
  const told = kind === 'crosses' ? NAMES.filter((name) => !OF_POSITIONS.has(name)) : NAMES;
  return (
    <dl className="run-figures" aria-label={texts.counts}>
      {told.map((name) => (
        <div key={name} className={counts[name] === 0 ? 'none' : TROUBLE.has(name) ? 'trouble' : undefined}>
          <dt>{COUNT_LABELS[name]}</dt>
          <dd>{formatNumber(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
