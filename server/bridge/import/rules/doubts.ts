import type { UploadDoubt } from '../../../../contract/bridge.ts';
import { formatNumber } from '../../../../rules/format/number.ts';

/** What a run came to, in rows and positions. */
export interface RunFacts {
  readonly applied: number;
  /** Rows that could not be applied, and rows without an article. */
  readonly refused: number;
  /** Rows left out as the form or the life of prices has it. */
  readonly leftOut: number;
  /** Applied rows with a price column, and those of them without a price. */
  readonly priced: number;
  readonly priceless: number;
  /** Positions that had a price and have one, and those of them whose price moved more than PRICE_FACTOR times. */
  readonly repriced: number;
  readonly moved: number;
}

/** Shares of rows or positions from which on a run is doubtful. */
const REFUSED_SHARE = 0.2;
const PRICELESS_SHARE = 0.3;
const MOVED_SHARE = 0.1;
const PRICE_FACTOR = 10;

/** Whether a price moved so far that the column or the currency may be another one. */
export const isPriceMoved = (before: number, after: number): boolean =>
  after > before * PRICE_FACTOR || before > after * PRICE_FACTOR;

/** Why a run that ended well should yet not be taken for a success; empty when nothing speaks against it. */
export function doubtsOf(facts: RunFacts): UploadDoubt[] {
  const { applied, refused, leftOut, priced, priceless, repriced, moved } = facts;
  const doubts: UploadDoubt[] = [];
  const rows = applied + refused + leftOut;
  if (applied === 0) {
    const text =
      'Ни\u00a0одна строка не\u00a0применена, каталог не\u00a0изменился. Проверьте лист, начальную строку и\u00a0столбцы.';
    doubts.push({ kind: 'nothing-applied', text });
  } else if (refused > rows * REFUSED_SHARE) {
    const text = `Не\u00a0применены ${of(refused, rows)} строк. Проверьте начальную строку и\u00a0столбцы.`;
    doubts.push({ kind: 'mostly-failed', text });
  }
  if (priceless > priced * PRICELESS_SHARE) {
    const text = `Без\u00a0цены ${of(priceless, priced)} строк. Проверьте столбец цены: формулы без\u00a0значений, пустой или чужой столбец.`;
    doubts.push({ kind: 'prices-missing', text });
  }
  if (moved > repriced * MOVED_SHARE) {
    const text = `Больше чем в\u00a0${PRICE_FACTOR}\u00a0раз изменились цены ${of(moved, repriced)} известных позиций. Проверьте столбец цены, валюту и\u00a0дробный знак.`;
    doubts.push({ kind: 'prices-moved', text });
  }
  return doubts;
}

const of = (part: number, whole: number): string =>
  `${formatNumber(part)}\u00a0из\u00a0${formatNumber(whole)}`;
