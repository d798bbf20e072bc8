import type { StatePoint } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';

/** What of a point is drawn. */
export type Measure = Exclude<keyof StatePoint, 'at'>;
export const MEASURES: readonly Measure[] = ['requests', 'meanMs', 'failures', 'memory', 'lagMs', 'mails'];

/** Size of a drawing in its own units. */
export const CHART = { width: 288, height: 56 } as const;
const DAY = 86_400_000;
const MEGABYTE = 1024 ** 2;

/** A value in the unit that its heading names. */
export const measured = (point: StatePoint, measure: Measure): number =>
  measure === 'memory' ? point.memory / MEGABYTE : point[measure];

export const numberText = (value: number): string => formatNumber(String(Math.round(value)));

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/**
 * A bar for each point, its place by its time in the 24 hours before `now`, its height by its share of the largest value.
 * What is not nothing is at least one unit high.
 */
export function barsOf(points: readonly StatePoint[], measure: Measure, now: number): Bar[] {
  const most = Math.max(0, ...points.map((point) => measured(point, measure)));
  return points.flatMap((point) => {
    const value = measured(point, measure);
    const share = (Date.parse(point.at) - (now - DAY)) / DAY;
    if (value <= 0 || share < 0 || share > 1) return [];
    const height = Math.max(1, (value / most) * CHART.height);
    return [{ x: share * CHART.width, y: CHART.height - height, height }];
  });
}

/** The least, the largest and the last value, as texts. */
export function rangeOf(points: readonly StatePoint[], measure: Measure) {
  const values = points.map((point) => measured(point, measure));
  return {
    least: numberText(Math.min(...values)),
    most: numberText(Math.max(...values)),
    last: numberText(values.at(-1) ?? 0),
  };
}
