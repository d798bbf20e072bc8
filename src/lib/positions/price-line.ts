import type { PositionChange } from '../../../contract/staff-positions.ts';

/** A price over time as points of a drawing; the line keeps its height until the next change. */
export interface PriceLine {
  /** `x,y` pairs for a polyline. */
  readonly points: string;
  readonly low: number;
  readonly high: number;
  /** The first and the last moment, ISO. */
  readonly from: string;
  readonly to: string;
}

/** The line of prices within a box; null where there are not two moments to draw. `changes` are the newest first. */
export function priceLine(
  changes: readonly PositionChange[],
  { width, height }: { readonly width: number; readonly height: number },
): PriceLine | null {
  const steps = changes.map(({ at, price }) => ({ at: Date.parse(at), price: Number(price) })).reverse();
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last || first.at === last.at) return null;
  const prices = steps.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const x = (at: number): number => Math.round(((at - first.at) / (last.at - first.at)) * width);
  const y = (price: number): number =>
    high === low ? Math.round(height / 2) : Math.round(height - ((price - low) / (high - low)) * height);
  const points = steps.flatMap(({ at, price }, index) => {
    const before = steps[index - 1];
    return [...(before ? [`${x(at)},${y(before.price)}`] : []), `${x(at)},${y(price)}`];
  });
  return {
    points: points.join(' '),
    low,
    high,
    from: new Date(first.at).toISOString(),
    to: new Date(last.at).toISOString(),
  };
}
