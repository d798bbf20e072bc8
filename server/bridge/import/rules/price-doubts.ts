import type { UploadDoubt } from '../../../../contract/bridge.ts';
import { formatNumber } from '../../../../rules/format/number.ts';
import { shareText } from './share-text.ts';

/** Where prices went that moved by much, most of them up or most of them down. */
export interface PriceShift {
  readonly count: number;
  readonly isRise: boolean;
  /** Their middle, from SHIFT_FACTOR on. */
  readonly factor: number;
}

/** What a run makes of prices. */
export interface PriceFacts {
  /** Applied rows with a price column, and those of them without a price. */
  readonly priced: number;
  readonly priceless: number;
  /** Positions that had a price and have one, and those of them whose price moved PRICE_FACTOR times or more. */
  readonly repriced: number;
  readonly moved: number;
  /** Positions that had a price and have none. */
  readonly gone: number;
  readonly shift: PriceShift;
}

/** A run that says nothing of prices. */
export const NO_PRICES: PriceFacts = {
  priced: 0,
  priceless: 0,
  repriced: 0,
  moved: 0,
  gone: 0,
  shift: { count: 0, isRise: true, factor: 1 },
};

/** Shares of rows or positions from which on prices are doubtful. */
const PRICELESS_SHARE = 0.3;
const GONE_SHARE = 0.3;
const MOVED_SHARE = 0.1;
const PRICE_FACTOR = 10;
/** From so many compared prices on their common move tells something, where so many of them go one way. */
const COMPARED_MIN = 20;
const COMMON_SHARE = 0.6;
/** More than any tax or usual rise; currencies and columns of other units are further apart. */
const SHIFT_FACTOR = 1.6;
/** A decimal sign that was lost or gained moves a price tenfold, or a little less where kopecks were rounded. */
const NEARLY = 0.95;

/** Whether a price moved so far that the column or the currency may be another one. */
export const isPriceMoved = (before: number, after: number): boolean =>
  after >= before * PRICE_FACTOR * NEARLY || before >= after * PRICE_FACTOR * NEARLY;

/** Whether a price moved further than prices do from one list to the next. */
export const isPriceShifted = (before: number, after: number): boolean =>
  after > before * SHIFT_FACTOR || before > after * SHIFT_FACTOR;

/** What speaks against the prices; of two doubts with one cause only the graver is told. */
export function doubtsOfPrices(prices: PriceFacts): UploadDoubt[] {
  const { priced, priceless, repriced, moved, gone, shift } = prices;
  const doubts: UploadDoubt[] = [];
  if (priceless > priced * PRICELESS_SHARE) {
    const text = `Без\u00a0цены ${shareText(priceless, priced)} строк. Проверьте столбец цены: формулы без\u00a0значений, пустой или чужой столбец.`;
    doubts.push({ kind: 'prices-missing', text });
  } else if (gone > (repriced + gone) * GONE_SHARE) {
    const text = `Цена исчезнет у\u00a0${shareText(gone, repriced + gone)} позиций, у\u00a0которых она есть. Проверьте столбец цены.`;
    doubts.push({ kind: 'prices-gone', text });
  }
  if (moved > repriced * MOVED_SHARE) {
    const text = `В\u00a0${PRICE_FACTOR}\u00a0раз или больше изменились цены ${shareText(moved, repriced)} известных позиций. Проверьте столбец цены, валюту и\u00a0дробный знак.`;
    doubts.push({ kind: 'prices-moved', text });
  } else if (repriced >= COMPARED_MIN && shift.count >= repriced * COMMON_SHARE) {
    const way = shift.isRise ? 'выше' : 'ниже';
    const text = `Цены ${way} примерно в\u00a0${timesText(shift.factor)} у\u00a0${shareText(shift.count, repriced)} позиций. Проверьте столбец цены, валюту и\u00a0НДС.`;
    doubts.push({ kind: 'prices-shifted', text });
  }
  return doubts;
}

/** `2,4 раза`, `5 раз`. */
function timesText(factor: number): string {
  const rounded = Math.round(factor * 10) / 10;
  const isMany = Number.isInteger(rounded) && rounded > 4;
  return `${formatNumber(rounded)}\u00a0${isMany ? 'раз' : 'раза'}`;
}
