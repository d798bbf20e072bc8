// Recognises the rows of a price list that sum up others («Итого», subtotals, group rows with the stock of their
// group): by their words, and by sums of the rows around them.

import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { cutEnds } from '../../../contract/fields/text.ts';
import { cleanText, numberOf, readNumber } from '../../catalogue/sheets/cell-values.ts';
import type { Cell, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { articleKeyIn } from './cells.ts';
import { createRemark, type GivenColumns, TOTAL } from './form-fields.ts';

/** Characters of a cell in which words of a total are looked for. */
const WORDS_MAX = 100;
const EDGE = /[\s:;.,=«»"'*_()-]/u;
/** What every text of a total has somewhere: most cells need no closer look. */
const HINT = /[иы]тог|всего|усього|разом|сумм|остаток|оплат|ндс|оборот|баланс|total|sum|[ив] [тс] [ое]/iu;
/** Words that begin nothing but a total; with a hyphen behind them they are names («Итог-М»). */
const BEGINS =
  /^(?:итого|итоги?|всего|под[ыи]тог|промежуточный итог|общий итог|общий остаток|общая сумма|сумма итого|усього|разом|к оплате|в том числе ндс|в т\.? ?ч\.? ?ндс)(?!-?\p{L}|-\d)/u;
/** Texts of totals that may as well be names: they count only beside a number and without an article. */
const WHOLE = /^(?:sum|сумма|ндс(?: \d{1,2} ?%)?|оборот|баланс)$|(?:^| )(?:итого?|всего|(?:sub-?)?totals?)$/u;
/** Letters with blanks between them, as in «И Т О Г О». */
const SPACED = /^\p{L}(?: \p{L}){3,}$/u;

/** Whether the words of a row say that it sums up others. */
export function hasTotalWords({ cells }: Pick<SheetRow, 'cells'>, { columns }: GivenColumns): boolean {
  const { article = 0, title = 0, code = 0, manufacturer = 0, price = 0, amount = 0 } = columns;
  if (![article, title, code, manufacturer].some((column) => mayBeTotal(cells.get(column)))) return false;
  const named = [article, title].map((column) => wordsIn(cells.get(column)));
  const further = [code, manufacturer].map((column) => wordsIn(cells.get(column)));
  if ([...named, ...further].some((text) => BEGINS.test(text))) return true;
  if (!named.some((text) => WHOLE.test(text))) return false;
  const hasArticle = /\d/u.test((cells.get(article)?.text ?? '').slice(0, WORDS_MAX));
  return !hasArticle && [price, amount].some((column) => numberIn(cells.get(column)) !== null);
}

const mayBeTotal = (cell: Cell | undefined): boolean =>
  cell?.kind === 'text' && HINT.test(cell.text.length > WORDS_MAX ? cell.text.slice(0, WORDS_MAX) : cell.text);

/** The first characters of a text cell in lower case; '' for a cell that cannot be words of a total. */
function wordsIn(cell: Cell | undefined): string {
  if (!cell || !mayBeTotal(cell)) return '';
  const plain = cutEnds(cleanText(cell.text.slice(0, WORDS_MAX)).toLowerCase().replaceAll('ё', 'е'), EDGE);
  return SPACED.test(plain) ? plain.replaceAll(' ', '') : plain;
}

export const totalRemark = ({ row, cells }: SheetRow, { columns }: GivenColumns): RowReport => {
  const text = [columns.article, columns.title].map((column) => cells.get(column ?? 0)?.text ?? '').find(Boolean);
  return createRemark(row, null, TOTAL, 'Строки с итогами пропущены', text ?? '');
};

/** The number of a cell as far as sums need it; null for none. */
function numberIn(cell: Cell | undefined): number | null {
  if (cell?.kind === 'number') return cell.number ?? null;
  if (cell?.kind !== 'text') return null;
  const reading = readNumber(cell);
  return reading.kind === 'value' ? numberOf(reading.value) : null;
}

/**
 * What kind of row may be a total: `named` has article and title and is a position unless the rows around it say
 * otherwise; `coded` has one of the two and a digit in it; `bare` has a word at most.
 */
type Shape = 'named' | 'coded' | 'bare';

/** A row whose numbers may sum up the rows above or below it. */
interface Candidate {
  readonly amount: number;
  readonly price: number;
  readonly shape: Shape;
  /** The sums of the goods above it. */
  readonly above: Sums;
}

/** Sums of goods in thousandths, so that they compare exactly. */
interface Sums {
  readonly goods: number;
  readonly amount: number;
  readonly price: number;
  readonly value: number;
}

const NONE: Sums = { goods: 0, amount: 0, price: 0, value: 0 };
const MEASURES = ['amount', 'price', 'value'] as const;
type Measure = (typeof MEASURES)[number];
const thousandths = (value: number): number => Math.round(value * 1_000);

/** Of the named rows with stock and without a price, the share that has to sum up before any of them is a total. */
const NAMED_SHARE = 0.8;
/** Of the bare rows, the share whose sums show what all of them are: lists are cut, and goods are left out of them. */
const BARE_SHARE = 1 / 3;
/** Fewest goods whose sum shows a total; of one alone the sum is its own number. */
const GOODS_MIN = 2;
/** Rows that wait, at most: where there are more they are no totals. */
const CANDIDATES_MAX = 20_000;

/** Recognises totals by their numbers: takes the rows of a sheet in their order and decides at its end. */
export class TotalRows {
  readonly #given: GivenColumns;
  readonly #candidates = new Map<number, Candidate>();
  #sums = NONE;
  #decided: { readonly boundaries: ReadonlyMap<Measure, Boundaries>; readonly shapes: ReadonlySet<Shape> } | null =
    null;

  constructor(given: GivenColumns) {
    this.#given = given;
  }

  /** Whether the row may be a total, so that it has to wait for the end of its sheet. */
  take({ row, cells }: SheetRow): boolean {
    const { article = 0, title = 0, price: priceColumn = 0, amount: amountColumn = 0 } = this.#given.columns;
    const [price, amount] = [numberIn(cells.get(priceColumn)) ?? 0, numberIn(cells.get(amountColumn)) ?? 0];
    if (price <= 0 && amount <= 0) return false;
    const isNamed = isWord(cells.get(title)) && articleKeyIn(cells.get(article)) !== '';
    if (isNamed && !(priceColumn > 0 && amount > 0 && !cells.has(priceColumn))) {
      const { goods, ...sums } = this.#sums;
      this.#sums = {
        goods: goods + 1,
        amount: sums.amount + thousandths(amount),
        price: sums.price + thousandths(price),
        value: sums.value + thousandths(price * amount),
      };
      return false;
    }
    if (title === 0 || this.#candidates.size >= CANDIDATES_MAX) return false;
    const hasDigit = [article, title].some((column) => /\d/u.test(beginningOf(cells.get(column))));
    const shape = isNamed ? 'named' : hasDigit ? 'coded' : 'bare';
    this.#candidates.set(row, { amount: thousandths(amount), price: thousandths(price), shape, above: this.#sums });
    return true;
  }

  /** Whether a row that waited is a total; to be asked when the sheet has ended. */
  isTotal(row: number): boolean {
    const candidate = this.#candidates.get(row);
    if (!candidate) return false;
    const { boundaries, shapes } = this.#decide();
    const { shape } = candidate;
    if (shape === 'bare' && shapes.has(shape)) return true;
    const goods = goodsIn(candidate, boundaries);
    return shape === 'named' ? goods > 0 && shapes.has(shape) : goods >= GOODS_MIN;
  }

  #decide() {
    if (this.#decided !== null) return this.#decided;
    const candidates = [...this.#candidates.values()];
    const places = [NONE, ...candidates.map(({ above }) => above), this.#sums];
    const boundaries = new Map(MEASURES.map((measure) => [measure, new Boundaries(places, measure)]));
    const goodsOf = (shape: Shape) =>
      candidates.filter((one) => one.shape === shape).map((one) => goodsIn(one, boundaries));
    const shapes = new Set<Shape>();
    const [named, bare] = [goodsOf('named'), goodsOf('bare')];
    const summing = named.filter((goods) => goods > 0).length;
    const isLarge = (goods: number) => (summing > 1 ? goods >= GOODS_MIN : goods > GOODS_MIN);
    if (summing >= named.length * NAMED_SHARE && named.some(isLarge)) shapes.add('named');
    const proven = bare.filter((goods) => goods >= GOODS_MIN).length;
    if (proven > 1 && proven >= bare.length * BARE_SHARE) shapes.add('bare');
    this.#decided = { boundaries, shapes };
    return this.#decided;
  }
}

/**
 * How many goods above or below the row its stock is the sum of, or its price where it has no stock; 0 where they are no
 * sum. Goods without a title or article have numbers too: of a row that may be one both have to be sums.
 */
function goodsIn({ amount, price, shape, above }: Candidate, boundaries: ReadonlyMap<Measure, Boundaries>): number {
  const goodsOf = (measure: Measure, sum: number) => boundaries.get(measure)?.goodsOf(above, sum) ?? 0;
  const ofPrice = Math.max(goodsOf('price', price), goodsOf('value', price));
  if (amount === 0) return ofPrice;
  const ofStock = goodsOf('amount', amount);
  return shape === 'coded' && price > 0 ? Math.min(ofStock, ofPrice) : ofStock;
}

const beginningOf = (cell: Cell | undefined): string => (cell?.text ?? '').slice(0, WORDS_MAX);
const isWord = (cell: Cell | undefined): boolean => /[\p{L}\p{N}]/u.test(beginningOf(cell));

/** The places between which totals sum up: the beginning of a sheet, each row that may be a total, and the end. */
class Boundaries {
  readonly #measure: Measure;
  /** The goods above the first and the last place with a sum. */
  readonly #first = new Map<number, number>();
  readonly #last = new Map<number, number>();

  constructor(places: readonly Sums[], measure: Measure) {
    this.#measure = measure;
    for (const place of places) {
      const sum = place[measure];
      if (!this.#first.has(sum)) this.#first.set(sum, place.goods);
      this.#last.set(sum, place.goods);
    }
  }

  /** The goods between this place and another one whose sums differ by as much. */
  goodsOf(place: Sums, sum: number): number {
    const below = (this.#last.get(place[this.#measure] + sum) ?? 0) - place.goods;
    const above = place.goods - (this.#first.get(place[this.#measure] - sum) ?? place.goods);
    return Math.max(0, below, above);
  }
}
