import { useId } from 'react';
import type { StateAnswer, StatePoint } from '../../../contract/operations/state.ts';
import { barsOf, CHART, MEASURES, type Measure, measured, numberText, rangeOf } from '../../lib/state/chart.ts';
import { momentText, stateTexts } from '../../lib/state/state-texts.ts';

const texts = stateTexts.charts;
/** Half an hour on the axis of a day, with a gap to the next. */
const BAR_WIDTH = CHART.width / 48 - 1;

/** The last day as small drawings, and the same as a table. */
export function Charts({ answer: { points, at } }: { readonly answer: StateAnswer }) {
  const id = useId();
  return (
    <section className="panel state-day flush breaks shrinks" aria-labelledby={id}>
      <h3 id={id}>{texts.title}</h3>
      {points.length === 0 ? (
        <p className="muted">{texts.empty}</p>
      ) : (
        <>
          <div className="state-charts below-12 stack">
            {MEASURES.map((measure) => (
              <Chart key={measure} measure={measure} points={points} now={Date.parse(at)} />
            ))}
          </div>
          <PointTable points={points} />
        </>
      )}
    </section>
  );
}

interface ChartProps {
  readonly measure: Measure;
  readonly points: readonly StatePoint[];
  readonly now: number;
}

function Chart({ measure, points, now }: ChartProps) {
  const { least, most, last } = rangeOf(points, measure);
  const summary = texts.summary(least, most, last);
  return (
    <figure className={`state-chart flush shrinks ${measure}`}>
      <figcaption>
        {texts[measure]} <span className="muted">{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART.width} ${CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${texts[measure]}: ${summary}`}
      >
        <line x1="0" x2={CHART.width} y1={CHART.height} y2={CHART.height} />
        {barsOf(points, measure, now).map(({ x, y, height }) => (
          <rect key={x} x={x} y={y} width={BAR_WIDTH} height={height} />
        ))}
      </svg>
    </figure>
  );
}

function PointTable({ points }: { readonly points: readonly StatePoint[] }) {
  return (
    <details>
      <summary>{texts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="state-table" aria-label={texts.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.time}</th>
              {MEASURES.map((measure) => (
                <th key={measure} scope="col">
                  {texts[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at}>
                <th scope="row">{momentText(point.at)}</th>
                {MEASURES.map((measure) => (
                  <td key={measure}>{numberText(measured(point, measure))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
