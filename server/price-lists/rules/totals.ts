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
/** Words that begin nothing but a total. */
const BEGINS =
  /^(?:итого|итоги?|всего|под[ыи]тог|промежуточный итог|общий итог|общий остаток|общая сумма|сумма итого|усього|разом|к оплате|в том числе ндс|в т\.? ?ч\.? ?ндс)(?!\p{L})/u;
/** Texts of totals that may as well be names: they count only beside a number and without an article. */
const WHOLE = /^(?:sum|сумма|ндс(?: \d{1,2} ?%)?|оборот|баланс)$|(?:^| )(?:итого?|всего|(?:sub-?)?totals?)$/u;
/** Letters with blanks between them, as in «И Т О Г О». */
const SPACED = /^\p{L}(?: \p{L}){3,}$/u;

/** Whether the words of a row say that it sums up others. */
export function hasTotalWords({ cells }: Pick<SheetRow, 'cells'>, { columns }: GivenColumns): boolean {
  const { article = 0, title = 0, code = 0, manufacturer = 0, price = 0, amount = 0 } = columns;
  const named = [article, title].map((column) => wordsIn(cells.get(column)));
  const further = [code, manufacturer].map((column) => wordsIn(cells.get(column)));
  if ([...named, ...further].some((text) => BEGINS.test(text))) return true;
  if (!named.some((text) => WHOLE.test(text))) return false;
  const hasArticle = /\d/u.test((cells.get(article)?.text ?? '').slice(0, WORDS_MAX));
  return !hasArticle && [price, amount].some((column) => numberIn(cells.get(column)) !== null);
}

/** The first characters of a text cell in lower case; '' for a cell that cannot be words of a total. */
function wordsIn(cell: Cell | undefined): string {
  if (cell?.kind !== 'text') return '';
  const text = cell.text.slice(0, WORDS_MAX);
  if (!HINT.test(text)) return '';
  const plain = cutEnds(cleanText(text).toLowerCase().replaceAll('ё', 'е'), EDGE);
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

/** A row whose numbers may sum up the rows above or below it. */
interface Candidate {
  readonly amount: number;
  readonly price: number;
  /** It has article and title: it is a position unless the rows around it say otherwise. */
  readonly isNamed: boolean;
  /** The sums of the goods above it. */
  readonly above: Sums;
}

/** Sums of goods: thousandths of stock and hundredths of money, so that they compare exactly. */
interface Sums {
  readonly goods: number;
  readonly amount: number;
  readonly price: number;
  readonly value: number;
}

const NONE: Sums = { goods: 0, amount: 0, price: 0, value: 0 };
type Measure = 'amount' | 'price' | 'value';
const thousandths = (value: number): number => Math.round(value * 1_000);

/** Of the named rows with stock and without a price, the share that has to be totals before any of them is one. */
const NAMED_SHARE = 0.8;
/** Fewest goods whose sum shows a total; of one alone the sum is its own number. */
const GOODS_MIN = 2;
/** Rows that wait, at most: where there are more they are no totals. */
const CANDIDATES_MAX = 20_000;

/** Tells totals by their numbers; takes the rows of a sheet in their order and decides at its end. */
export class TotalRows {
  readonly #given: GivenColumns;
  readonly #candidates = new Map<number, Candidate>();
  #sums = NONE;
  #boundaries: ReadonlyMap<Measure, Boundaries> | null = null;
  #areNamedTotals = false;

  constructor(given: GivenColumns) {
    this.#given = given;
  }

  /** Whether the row may be a total, so that it has to wait for the end of its sheet. The first rows of a kind suffice. */
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
    if ((!isNamed && title === 0) || this.#candidates.size >= CANDIDATES_MAX) return false;
    this.#candidates.set(row, { amount: thousandths(amount), price: thousandths(price), isNamed, above: this.#sums });
    return true;
  }

  /** Whether a row that waited is a total; to be asked when the sheet has ended. */
  isTotal(row: number): boolean {
    if (this.#boundaries === null) this.#decide();
    const candidate = this.#candidates.get(row);
    if (!candidate) return false;
    return candidate.isNamed ? this.#areNamedTotals && this.#sumsUp(candidate) > 0 : this.#sumsUp(candidate) > 0;
  }

  #decide(): void {
    const all = [NONE, ...[...this.#candidates.values()].map(({ above }) => above), this.#sums];
    const measures: readonly Measure[] = ['amount', 'price', 'value'];
    this.#boundaries = new Map(measures.map((measure) => [measure, new Boundaries(all, measure)]));
    const named = [...this.#candidates.values()].filter(({ isNamed }) => isNamed);
    const goods = named.map((candidate) => this.#sumsUp(candidate));
    const summing = goods.filter((count) => count > 0).length;
    const most = goods.reduce((one, other) => Math.max(one, other), 0);
    this.#areNamedTotals =
      summing >= named.length * NAMED_SHARE && (summing > 1 ? most >= GOODS_MIN : most > GOODS_MIN);
  }

  /** How many goods above or below the row its numbers are the sum of; 0 where they are no sum. */
  #sumsUp({ amount, price, isNamed, above }: Candidate): number {
    const tries: readonly (readonly [Measure, number])[] =
      amount > 0
        ? [['amount', amount]]
        : [
            ['price', price],
            ['value', price],
          ];
    let most = 0;
    for (const [measure, sum] of tries) most = Math.max(most, this.#boundaries?.get(measure)?.goodsOf(above, sum) ?? 0);
    return isNamed || most >= GOODS_MIN ? most : 0;
  }
}

const isWord = (cell: Cell | undefined): boolean => /[\p{L}\p{N}]/u.test((cell?.text ?? '').slice(0, WORDS_MAX));

/** The places between which totals sum up: the sums at the beginning, at each row that may be one, and at the end. */
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

  /** Goods between this place and another one whose sums differ by as much. */
  goodsOf(place: Sums, sum: number): number {
    const below = (this.#last.get(place[this.#measure] + sum) ?? 0) - place.goods;
    const above = place.goods - (this.#first.get(place[this.#measure] - sum) ?? place.goods);
    return Math.max(0, below, above);
  }
}
