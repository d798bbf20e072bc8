// How the prices of an import moved, as the tally counts it: by how much most of them rose or fell, and whether all of
// them moved by one factor. The doubts that follow from it are in doubts.ts.

/** Where prices went that moved by much, most of them up or most of them down. */
export interface PriceShift {
  readonly count: number;
  readonly isRise: boolean;
  /** Their middle, from SHIFT_FACTOR on. */
  readonly factor: number;
}

/** Prices that all moved by one factor. */
export interface CommonFactor {
  readonly factor: number;
  readonly count: number;
}

/** Steps of the histogram of factors for one unit of the natural logarithm: half a per cent each. */
const STEPS = 200;
/** More than any tax or usual rise; currencies and columns of other units are further apart. */
const SHIFT_FACTOR = 1.6;
const SHIFT_STEP = Math.round(Math.log(SHIFT_FACTOR) * STEPS);
/** Fewest prices that show a common factor, and their share of all that are compared. */
const ALIKE_MIN = 5;
const ALIKE_SHARE = 0.9;
/** Natural logarithm of the least factor: rates of currencies move by less from one list to the next. */
const LEAST = 0.03;
/** How far from the common factor a price may be, as a share of it: prices are rounded. Never less or more than these. */
const SPREAD_SHARE = 1 / 8;
const SPREAD = { least: 0.01, most: 0.05 } as const;

interface Step {
  count: number;
  /** Of the natural logarithms of its factors. */
  sum: number;
}

/** The factors by which prices moved, those of unchanged ones too. */
export class PriceMoves {
  readonly #steps = new Map<number, Step>();

  /** A price that was one before and is one now, kopecks; `by` is how many moved so. */
  count(before: number, after: number, by: number): void {
    const moved = before === after ? 0 : Math.log(after / before);
    const at = Math.round(moved * STEPS);
    const step = this.#steps.get(at);
    if (step) {
      step.count += by;
      step.sum += by * moved;
    } else this.#steps.set(at, { count: by, sum: by * moved });
  }

  /** Where most of what moved by much went, and how far in its middle. */
  get shift(): PriceShift {
    const steps = this.#sorted();
    const falling = steps.filter(([at]) => at < -SHIFT_STEP);
    const rising = steps.filter(([at]) => at > SHIFT_STEP);
    const isRise = countOf(rising) >= countOf(falling);
    const shifted = isRise ? rising : falling;
    return { count: countOf(shifted), isRise, factor: Math.exp(Math.abs(middleOf(shifted)) / STEPS) };
  }

  /** The factor by which all prices moved, apart from a few; null where they moved differently, or hardly. */
  get common(): CommonFactor | null {
    const steps = this.#sorted();
    const middle = middleOf(steps) / STEPS;
    if (Math.abs(middle) < LEAST) return null;
    const spread = Math.min(SPREAD.most, Math.max(SPREAD.least, Math.abs(middle) * SPREAD_SHARE));
    const alike = steps.filter(([at]) => Math.abs(at / STEPS - middle) <= spread);
    const count = countOf(alike);
    if (count < ALIKE_MIN || count < countOf(steps) * ALIKE_SHARE) return null;
    const sum = alike.reduce((all, [, step]) => all + step.sum, 0);
    return { factor: Math.exp(sum / count), count };
  }

  #sorted(): [number, Step][] {
    return [...this.#steps].filter(([, { count }]) => count > 0).toSorted(([one], [other]) => one - other);
  }
}

const countOf = (steps: readonly (readonly [number, Step])[]): number =>
  steps.reduce((sum, [, { count }]) => sum + count, 0);

/** The step in the middle of them all; 0 without any. */
function middleOf(steps: readonly (readonly [number, Step])[]): number {
  const half = countOf(steps) / 2;
  let passed = 0;
  const middle = steps.find(([, { count }]) => {
    passed += count;
    return passed >= half;
  });
  return middle?.[0] ?? 0;
}
