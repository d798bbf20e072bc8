/** A way of writing articles: `count` different ones, numbered from 0, no two with one key. */
interface Notation {
  readonly name: string;
  readonly count: number;
  article(number: number): string;
}

/** Takes mixed-radix digits off a number, least significant first. */
const digitsOf =
  (number: number) =>
  (radix: number): number => {
    const digit = number % radix;
    number = Math.floor(number / radix);
    return digit;
  };

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

/** Vehicle indexes of three and four digits, so that keys of one length cannot meet. */
const VEHICLES =
  '740 236 238 130 375 406 402 245 240 260 5320 4310 6520 4320 5557 5336 5551 6430 4370 3302 3307 2101 2108 2110 2123 3151 3160 3741 1221 8421'.split(
    ' ',
  );
const TRACTOR_ENDS = ['', 'СП', '-1СП', '-02'];
const FILTER_LETTERS = 'W WK C CU HU P PL H LB CF'.split(' ');
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('');

export const NOTATIONS: readonly Notation[] = [
  {
    // 740.1003010-20, 5320-3501105
    name: 'unified',
    count: VEHICLES.length * 3_000 * 100,
    article(number) {
      const next = digitsOf(number);
      const vehicle = VEHICLES[next(VEHICLES.length)] ?? '';
      const group = 1_000_000 + next(3_000) * 1_327;
      const execution = next(100);
      const separator = vehicle.length === 3 ? '.' : '-';
      return `${vehicle}${separator}${group}${execution === 0 ? '' : `-${padded(execution, 2)}`}`;
    },
  },
  {
    // 51-03-101СП
    name: 'tractor',
    count: 90 * 90 * 999 * TRACTOR_ENDS.length,
    article(number) {
      const next = digitsOf(number);
      return `${10 + next(90)}-${padded(1 + next(90), 2)}-${padded(1 + next(999), 3)}${TRACTOR_ENDS[next(4)]}`;
    },
  },
  {
    // 04465-33471
    name: 'five and five',
    count: 3_000 * 100_000,
    article(number) {
      const next = digitsOf(number);
      return `${padded(next(3_000) * 29, 5)}-${padded(next(100_000), 5)}`;
    },
  },
  {
    // 15208-65F0A
    name: 'five and mixed',
    count: 3_000 * 100 * LETTERS.length * 10 * LETTERS.length,
    article(number) {
      const next = digitsOf(number);
      return `${padded(next(3_000) * 31, 5)}-${padded(next(100), 2)}${LETTERS[next(LETTERS.length)]}${next(10)}${LETTERS[next(LETTERS.length)]}`;
    },
  },
  {
    // 6735-51-5143
    name: 'four, two, four',
    count: 900 * 90 * 10_000,
    article(number) {
      const next = digitsOf(number);
      return `${6_000 + next(900)}-${10 + next(90)}-${padded(next(10_000), 4)}`;
    },
  },
  {
    // 326-1643
    name: 'three and four',
    count: 900 * 10_000,
    article(number) {
      const next = digitsOf(number);
      return `${100 + next(900)}-${padded(next(10_000), 4)}`;
    },
  },
  {
    // W 9142/12
    name: 'letters',
    count: FILTER_LETTERS.length * 9_000 * 90,
    article(number) {
      const next = digitsOf(number);
      return `${FILTER_LETTERS[next(FILTER_LETTERS.length)]} ${1_000 + next(9_000)}/${10 + next(90)}`;
    },
  },
  {
    // 00002193312
    name: 'code',
    count: 10_000_000,
    article: (number) => padded(number, 11),
  },
];

/** Spreads neighbours over the whole range; prime and divides no count, so that no number comes twice. */
const STRIDE = 7_368_791;

/** The article of a part by its number: which notation, and the article in it. Unique while no notation runs out. */
export function articleOf(part: number): { notation: number; article: string } {
  const notation = part % NOTATIONS.length;
  const { count, article, name } = NOTATIONS[notation] as Notation;
  const own = Math.floor(part / NOTATIONS.length);
  if (own >= count) throw new RangeError(`no articles left in the notation ${name}`);
  return { notation, article: article((own * STRIDE) % count) };
}
