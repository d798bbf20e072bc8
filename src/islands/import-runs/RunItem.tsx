import type { RunRow } from '../../../contract/import-runs.ts';
import type { RunCounts } from '../../../contract/run-counts.ts';
import { COUNT_LABELS } from '../../../rules/format/count-labels.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { formatDuration } from '../../lib/import-runs/duration.ts';
import { isOfFile, runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runErrorText } from '../../lib/import-runs/run-error.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';
import { RunProgress } from './RunProgress.tsx';
import { RunState } from './RunState.tsx';

interface Props {
  readonly run: RunRow;
}

/** Who began a run, for a person. */
export const whoBegan = ({ who }: RunRow): string => who || texts.shop;

/** How long a run took; '' while it goes on. */
export const durationOf = ({ startedAt, endedAt }: RunRow): string =>
  endedAt === null ? '' : formatDuration(Date.parse(endedAt) - Date.parse(startedAt));

/** One run of the history. */
export function RunItem({ run }: Props) {
  const owner = [run.provider?.title, run.brand?.title, run.kind === 'crosses' && texts.crosses]
    .filter(Boolean)
    .join(', ');
  return (
    <li className="run-item">
      <div className="run-what">
        <span className="run-number muted">{texts.runNumber(run.id)}</span>{' '}
        <a href={paths.importRun(run.id)}>{texts.titleOf(run)}</a> <RunState run={run} />
        <p className="muted small">{run.kind === 'file' ? owner || texts.noProvider : owner}</p>
        <RunProgress run={run} />
        {run.error !== null && <p className="small run-error">{runErrorText(run.error)}</p>}
        {run.counts && <p className="small">{countsText(run.counts, run.kind)}</p>}
      </div>
      <p className="run-when muted small">
        <time dateTime={run.startedAt}>{formatMoment(new Date(run.startedAt), site.timeZone)}</time>
        {run.endedAt !== null && <span>{durationOf(run)}</span>}
        <span>{whoBegan(run)}</span>
      </p>
    </li>
  );
}

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];

/** The counts that are not zero, in one line. */
function countsText(counts: RunCounts, kind: RunRow['kind']): string {
  const told = NAMES.filter((name) => counts[name] > 0);
  // What an undo or a hand removes and restores has no count of its own.
  if (told.length === 0) return isOfFile(kind) ? texts.unmoved : '';
  return told.map((name) => `${COUNT_LABELS[name]}:\u00a0${formatNumber(counts[name])}`).join(' · ');
}
