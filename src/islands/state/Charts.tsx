// The charts and the table of the last day on the page of the state.
import { useId } from 'react';
import type { StateAnswer, StatePoint } from '../../../contract/operations/state.ts';
import * as store from '../../lib/state/state-store.ts';
import { momentText, stateTexts as texts } from '../../lib/state/state-texts.ts';

/** Half an hour on the axis of a day, with a gap to the next. */
const BAR_WIDTH = store.CHART.width / 48 - 1;

/** The last day as small charts, and as a table. */
export function Charts({ answer: { points, at } }: { readonly answer: StateAnswer }) {
  const id = useId();
  return (
    <section className="panel state-day flush breaks shrinks" aria-labelledby={id}>
      <h3 id={id}>{texts.charts.title}</h3>
      {points.length === 0 ? (
        <p className="muted">{texts.charts.empty}</p>
      ) : (
        <>
          <div className="state-charts below-12 stack">
            {store.MEASURES.map((measure) => (
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
  readonly measure: store.Measure;
  readonly points: readonly StatePoint[];
  readonly now: number;
}

function Chart({ measure, points, now }: ChartProps) {
  const { least, most, last } = store.rangeOf(points, measure);
  const summary = texts.charts.summary(least, most, last);
  return (
    <figure className={`state-chart flush shrinks ${measure}`}>
      <figcaption>
        {texts.charts[measure]} <span className="muted">{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${store.CHART.width} ${store.CHART.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${texts.charts[measure]}: ${summary}`}>
        <line x1="0" x2={store.CHART.width} y1={store.CHART.height} y2={store.CHART.height} />
        {store.barsOf(points, measure, now).map(({ x, y, height }) => (
          <rect key={x} x={x} y={y} width={BAR_WIDTH} height={height} />
        ))}
      </svg>
    </figure>
  );
}

function PointTable({ points }: { readonly points: readonly StatePoint[] }) {
  return (
    <details>
      <summary>{texts.charts.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="state-table" aria-label={texts.charts.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.charts.time}</th>
              {store.MEASURES.map((measure) => (
                <th key={measure} scope="col">
                  {texts.charts[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.at}>
                <th scope="row">{momentText(point.at)}</th>
                {store.MEASURES.map((measure) => (
                  <td key={measure}>{store.numberText(store.measured(point, measure))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
