import { ROUNDING_STEP_MAX } from '../../../../contract/limits.ts';

/** To which prices a selling price is rounded: multiples of `step` less `less`, both in kopecks. */
export interface Rounding {
  readonly step: number;
  readonly less: number;
  readonly direction: 'up' | 'nearest';
}

const SHAPE = /^(?:(up|nearest)\s*:\s*)?(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/u;

/**
 * Reads `10` (to the nearest ten roubles), `up:50` (up to the next fifty), `up:100-10` (up to a price that ends in 90).
 * Undefined for nonsense, null for none.
 */
export function parseRounding(text: string): Rounding | null | undefined {
  const said = text.trim().toLowerCase();
  if (said === '' || said === 'none') return null;
  const [, direction, roubles, less = '0'] = SHAPE.exec(said) ?? [];
  const step = Number(roubles);
  if (!(step >= 1 && step <= ROUNDING_STEP_MAX && Number(less) < step)) return undefined;
  return { step: step * 100, less: Number(less) * 100, direction: direction === 'up' ? 'up' : 'nearest' };
}

/** Kopecks as the rule has them; half goes up, no price stays none, and no price becomes none. */
export function roundPrice(kopecks: number, { step, less, direction }: Rounding): number {
  if (kopecks <= 0) return kopecks;
  const rest = (kopecks + less) % step;
  const isUp = direction === 'up' ? rest > 0 : rest * 2 >= step;
  const rounded = kopecks - rest + (isUp ? step : 0);
  return rounded > 0 ? rounded : rounded + step;
}
