import { MARKUP_BANDS_MAX, MARKUP_PERCENT_MAX } from '../../../../contract/limits.ts';
import { type Decimal, type Fraction, isLess } from '../../../sheets/decimal.ts';
import { entriesOf } from './entries.ts';
import { ENTRY_MAX, PRICE_MAX } from './limits.ts';
import { hundredths, numberOf, parseNumber } from './numbers.ts';

/** A percentage on the prices from `from` up to, but without, `to`, both in kopecks; null has no upper end. */
export interface MarkupBand {
  readonly from: number;
  readonly to: number | null;
  readonly percent: Decimal;
}

const NUMBER = String.raw`\d[\d \u00a0]*(?:[.,]\d{1,2})?`;
const BAND = new RegExp(
  String.raw`^(${NUMBER})\s*[-–—]\s*(${NUMBER})?\s*[:=]\s*([-−]?\s*\d+(?:[.,]\d+)?)\s*%?$`,
  'u',
);

/**
 * Reads bands such as `0-1000:30; 1000-5000:20; 5000-:10` in roubles and per cent, in any order; [] for an empty text.
 * Null where a piece is no band, where bands overlap or leave a gap between them, and for more than can be meant.
 */
export function parseMarkup(text: string): readonly MarkupBand[] | null {
  const pieces = entriesOf(text);
  const bands = pieces.map(bandOf).filter((band) => band !== null);
  if (bands.length < pieces.length || bands.length > MARKUP_BANDS_MAX) return null;
  const sorted = bands.toSorted((one, other) => one.from - other.from);
  const areJoined = sorted.every((band, at) => at === 0 || sorted[at - 1]?.to === band.from);
  return areJoined ? sorted : null;
}

function bandOf(piece: string): MarkupBand | null {
  if (piece.length > ENTRY_MAX) return null;
  const [, from, to, percent] = BAND.exec(piece) ?? [];
  if (from === undefined || percent === undefined) return null;
  const band = { from: kopecksOf(from), to: to === undefined ? null : kopecksOf(to) };
  const value = parseNumber(percent);
  if (value === null || numberOf(value) <= -100 || numberOf(value) > MARKUP_PERCENT_MAX) return null;
  if (Number.isNaN(band.from) || (band.to !== null && !(band.from < band.to))) return null;
  return { ...band, percent: value };
}

function kopecksOf(roubles: string): number {
  const value = parseNumber(roubles);
  const kopecks = value === null ? Number.NaN : hundredths(value);
  return kopecks <= PRICE_MAX ? kopecks : Number.NaN;
}

/** The percentage for a price in roubles; null when it is in no band. */
export function bandPercent(bands: readonly MarkupBand[], price: Fraction): Decimal | null {
  for (const { from, to, percent } of bands) {
    if (isLess(price, kopecks(from))) return null;
    if (to === null || isLess(price, kopecks(to))) return percent;
  }
  return null;
}

const kopecks = (count: number): Fraction => ({ over: BigInt(count), under: 100n });
