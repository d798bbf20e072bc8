import { isPriceMoved, isPriceShifted, type PriceShift } from '../rules/price-doubts.ts';

/** Steps in which factors are told apart, for one unit of the natural logarithm: half a per cent each. */
const STEPS = 200;

/** What a run makes of prices. */
export class PriceTally {
  up = 0;
  down = 0;
  /** Positions that had a price and have none. */
  gone = 0;
  /** Applied rows with a price column, and those of them without a price. */
  priced = 0;
  priceless = 0;
  /** Positions that had a price and have one, and those of them whose price moved tenfold. */
  repriced = 0;
  moved = 0;
  /** Positions by the step of their factor, of those whose price rose or fell by much. */
  readonly #steps = new Map<number, number>();

  /** A row with a price column was applied; `isMissing`: it has no price where one is to be expected. */
  countRow(isMissing: boolean): void {
    this.priced += 1;
    if (isMissing) this.priceless += 1;
  }

  /** A position that was known before the run, kopecks; `by` is -1 where a later row of the file takes the place of this. */
  countPosition(before: number, after: number, by: 1 | -1): void {
    if (after > before) this.up += by;
    if (before > 0 && after === 0) this.gone += by;
    if (before === 0 || after === 0) return;
    if (after < before) this.down += by;
    this.repriced += by;
    if (isPriceMoved(before, after)) this.moved += by;
    if (!isPriceShifted(before, after)) return;
    const step = Math.round(Math.log(after / before) * STEPS);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + by);
  }

  /** Where most of what moved by much went, and how far in its middle. */
  get shift(): PriceShift {
    const steps = [...this.#steps].toSorted(([one], [other]) => one - other);
    const rising = countOf(steps.filter(([step]) => step > 0));
    const falling = countOf(steps.filter(([step]) => step < 0));
    const isRise = rising >= falling;
    const [count, half] = isRise ? [rising, falling + rising / 2] : [falling, falling / 2];
    let passed = 0;
    const middle = steps.find(([, positions]) => {
      passed += positions;
      return passed >= half;
    });
    return { count, isRise, factor: Math.exp(Math.abs(middle?.[0] ?? 0) / STEPS) };
  }
}

const countOf = (steps: readonly (readonly [number, number])[]): number =>
  steps.reduce((sum, [, positions]) => sum + positions, 0);
