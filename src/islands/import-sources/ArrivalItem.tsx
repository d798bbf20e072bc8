import type { ReactNode } from 'react';
import type { Arrival, ArrivalState } from '../../../contract/import-sources.ts';
import { formatBytes } from '../../../rules/format/bytes.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { countsText, reasonsOf, arrivals as texts } from '../../lib/import-sources/arrival-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { site } from '../../lib/site/site.ts';

const TONES: Readonly<Record<ArrivalState, string>> = {
  applied: 'ok',
  held: 'warn',
  failed: 'bad',
  ignored: 'plain',
};

interface Props {
  readonly arrival: Arrival;
  /** Among those of several sources: which one it came from. */
  readonly namesSource?: boolean;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** One price list that came by itself: what became of it and why. */
export function ArrivalItem({ arrival, namesSource = false, children }: Props) {
  const { fileName, bytes, at, state, runId, plan, sourceTitle } = arrival;
  const reasons = reasonsOf(arrival);
  return (
    <li className="run-item arrival">
      <div className="run-what">
        <strong>{fileName}</strong> <span className={`tag ${TONES[state]}`}>{texts.stateOf(state)}</span>
        {namesSource && <p className="muted small">{texts.from(sourceTitle)}</p>}
        {reasons.length > 0 && (
          <div className="arrival-reasons">
            {state === 'held' && <p className="small">{texts.why}</p>}
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
        {plan ? (
          <p className="small">
            {state === 'held' && texts.plan} {countsText(plan.counts) || texts.nothing}{' '}
            <span className="muted">({texts.rows(plan.rows)})</span>
          </p>
        ) : (
          state === 'held' && <p className="muted small">{texts.unplanned}</p>
        )}
        {runId !== null && (
          <p className="small">
            <a href={paths.importRun(runId)}>{texts.run(runId)}</a>
          </p>
        )}
        {children}
      </div>
      <p className="run-when muted small">
        <time dateTime={at}>{formatMoment(new Date(at), site.timeZone)}</time>
        <span>{formatBytes(bytes)}</span>
      </p>
    </li>
  );
}
