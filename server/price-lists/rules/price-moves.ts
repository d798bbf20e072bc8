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
export const STEPS = 200;
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

/** What suppliers round prices to, kopecks: roubles, tens and hundreds of them; the share of prices that shows it. */
export const ROUNDINGS = [10_000, 1_000, 100] as const;
const ROUNDED_SHARE = 0.9;
/** A price of so many roundings moves hardly more by rounding than by the factor itself. */
export const ROUNDED_LEAST = 40;
/** Share of all prices that such prices have to have, so that they speak for the others. */
const LARGE_SHARE = 1 / 3;

interface Moves {
  count: number;
  /** Of the natural logarithms of their factors. */
  sum: number;
}

interface Step extends Moves {
  /** Those of prices that are no small ones for each rounding, in the order of ROUNDINGS. */
  readonly large: readonly Moves[];
}

/** Prices that moved by about one factor. */
interface MovedAlike extends Readonly<Moves> {
  /** The whole step of the natural logarithm of that factor. */
  readonly step: number;
  /** How many of ROUNDINGS each of them was a multiple of, and is one of. */
  readonly evenBefore: number;
  readonly evenAfter: number;
  /** For how many of ROUNDINGS they are no small prices. */
  readonly large: number;
}

/** The factors by which prices moved, those of unchanged ones too. */
export class PriceMoves {
  readonly #steps = new Map<number, Step>();
  /** How many prices are multiples of each rounding, before and after. */
  readonly #even = { before: ROUNDINGS.map(() => 0), after: ROUNDINGS.map(() => 0) };
  #count = 0;

  /** So many prices are what they were. */
  countKept(count: number): void {
    this.add({ step: 0, count, sum: 0, evenBefore: 0, evenAfter: 0, large: ROUNDINGS.length });
  }

  /** Prices that moved by about one factor, and that are rounded and large alike. */
  add({ step: at, count, sum, evenBefore, evenAfter, large }: MovedAlike): void {
    const step = this.#steps.getOrInsertComputed(at, () => ({
      ...{ count: 0, sum: 0 },
      large: ROUNDINGS.map(() => ({ count: 0, sum: 0 })),
    }));
    add(step, { count, sum });
    this.#count += count;
    for (const level of ROUNDINGS.keys()) {
      // What is a multiple of ten roubles is one of a rouble too.
      const rank = ROUNDINGS.length - level;
      if (evenBefore >= rank) this.#even.before[level] = (this.#even.before[level] ?? 0) + count;
      if (evenAfter >= rank) this.#even.after[level] = (this.#even.after[level] ?? 0) + count;
      if (large >= rank) add(step.large[level] as Moves, { count, sum });
    }
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

  /**
   * The factor by which all prices moved, apart from a few; null where they moved differently, or hardly. Where prices
   * are rounded, before or now, only those are asked that rounding hardly moves.
   */
  get common(): CommonFactor | null {
    const all = this.#commonOf(this.#sorted());
    if (all !== null) return all;
    const isRounded = (level: number) =>
      Math.max(this.#even.before[level] ?? 0, this.#even.after[level] ?? 0) >= this.#count * ROUNDED_SHARE;
    const level = ROUNDINGS.findIndex((_, at) => isRounded(at));
    if (level < 0) return null;
    const large = this.#sorted().map(([at, step]): [number, Moves] => [at, step.large[level] as Moves]);
    const asked = large.filter(([, { count }]) => count > 0);
    return countOf(asked) >= this.#count * LARGE_SHARE ? this.#commonOf(asked) : null;
  }

  #commonOf(steps: readonly (readonly [number, Moves])[]): CommonFactor | null {
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

function add(moves: Moves, { count, sum }: Readonly<Moves>): void {
  moves.count += count;
  moves.sum += sum;
}

const countOf = (steps: readonly (readonly [number, Moves])[]): number =>
  steps.reduce((sum, [, { count }]) => sum + count, 0);

/** The step in the middle of them all; 0 without any. */
function middleOf(steps: readonly (readonly [number, Moves])[]): number {
  const half = countOf(steps) / 2;
  let passed = 0;
  const middle = steps.find(([, { count }]) => {
    passed += count;
    return passed >= half;
  });
  return middle?.[0] ?? 0;
}
