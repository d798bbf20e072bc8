import { type Random, seeded } from '../../server/catalogue/demo/providers.ts';
import { articleOf, NOTATIONS } from './articles.ts';
import { vocabulary, zipfRank } from './vocabulary.ts';

/** A generated position; `price` in kopecks, sizes in hundredths, brand and provider by number from 0. */
export interface BenchPosition {
  readonly brand: number;
  readonly provider: number;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly code: string;
  readonly price: number;
  readonly amount: number;
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

export const BENCH_PROVIDERS = 40;
/** Brands of each notation. */
const BRANDS_EACH = 8;
export const BENCH_BRANDS = NOTATIONS.length * BRANDS_EACH;
const MANUFACTURERS = 2_000;
const STOCKED = 0.75;
const CODED = 0.3;

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
}

/** Endless chance that does not repeat itself: the seed of a part is its number. */
const partSeed = (seed: number, part: number): number => Math.imul(part + 1, 0x9e3779b1) ^ seed;

function titleOf(random: Random, words: readonly string[]): string {
  const length = random.int(3, 9);
  const picked = Array.from({ length }, () => words[zipfRank(random.next(), words.length)] ?? '');
  if (random.chance(0.25)) picked.push(String(random.int(2, 6_999)));
  const text = picked.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The part with this number as its first provider offers it, and the chance that goes on from there. */
function partOf(seed: number, part: number, words: readonly string[]): [BenchPosition, Random] {
  const random = seeded(partSeed(seed, part));
  const { notation, article } = articleOf(part);
  const size = random.int(2_000, 90_000);
  const position: BenchPosition = {
    brand: notation * BRANDS_EACH + random.int(0, BRANDS_EACH - 1),
    provider: random.int(0, BENCH_PROVIDERS - 1),
    article,
    title: titleOf(random, words),
    manufacturer: (words[200 + zipfRank(random.next(), MANUFACTURERS)] ?? '').toUpperCase(),
    code: random.chance(CODED) ? `${random.digits(2)}-${random.digits(7)}` : '',
    price: Math.round(500 * 40_000 ** random.next()),
    amount: random.chance(STOCKED) ? random.int(1, 200) : 0,
    weight: random.int(1, 9_000),
    length: size,
    width: size >> 1,
    height: size >> 2,
  };
  return [position, random];
}

/**
 * `count` positions, made one by one in flat memory: parts offered by one to five providers, no two positions with one
 * identity, the same for the same seed.
 */
export function* generatePositions({ count, seed }: GenerateOptions): Generator<BenchPosition> {
  const words = vocabulary();
  let made = 0;
  for (let part = 0; made < count; part++) {
    const [position, random] = partOf(seed, part, words);
    const offers = random.pick([1, 1, 1, 1, 2, 2, 2, 3, 4, 5]);
    for (let offer = 0; offer < offers && made < count; offer++, made++) {
      if (offer === 0) yield position;
      else {
        yield {
          ...position,
          provider: (position.provider + offer * 7) % BENCH_PROVIDERS,
          title: random.chance(0.3) ? titleOf(random, words) : position.title,
          price: Math.round(position.price * (0.9 + random.next() * 0.2)),
          amount: random.chance(STOCKED) ? random.int(1, 200) : 0,
        };
      }
    }
  }
}

/** Share of rows whose stock appears or runs out from one week's price list to the next. */
const STOCK_FLIPS = 0.05;

export interface PriceRowOptions extends GenerateOptions {
  /** Number of the first part: a list that starts `n` parts later has `n` new rows at its end. */
  readonly firstPart: number;
  /** 0 for the first list; another week has other prices and a few other stocks for the same parts. */
  readonly week: number;
}

/** Rows of one supplier's price list: every part once. */
export function* generatePriceRows({ count, seed, firstPart, week }: PriceRowOptions): Generator<BenchPosition> {
  const words = vocabulary();
  for (let part = firstPart; part < firstPart + count; part++) {
    const [position] = partOf(seed, part, words);
    if (week === 0) {
      yield position;
      continue;
    }
    const random = seeded(partSeed(seed + week, part));
    const flipped = position.amount > 0 ? 0 : 1;
    yield {
      ...position,
      price: Math.round(position.price * (0.97 + random.next() * 0.09)),
      amount: random.chance(STOCK_FLIPS) ? flipped : position.amount,
    };
  }
}
