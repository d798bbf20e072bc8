// Finds the header row of a price list and scores which column each heading names. Unknown headings are added to the
// table here.
import { GUESSED_COLUMNS, type GuessedColumn } from '../../../contract/price-lists/columns.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';

interface Header {
  /** Rows that they stand in, from 1; empty: there are none. */
  readonly rows: readonly number[];
  /** By column number from 1: the texts of all these rows. */
  readonly names: ReadonlyMap<number, string>;
}

const NO_HEADER: Header = { rows: [], names: new Map() };
const HEADER_ROWS_MAX = 60;
/** A header has to name so much: two columns with words that are used for hardly anything else. */
const SCORE_MIN = 13;
const ROWS_BELOW = 2;

/** Columns that a row names, and how surely, each column of a list once. */
function scoreOf(row: SheetRow): number {
  const best = new Map<string, number>();
  for (const { kind, text } of row.cells.values()) {
    if (kind !== 'text') continue;
    for (const [column, score] of headerScores(text)) best.set(column, Math.max(score, best.get(column) ?? 0));
  }
  return [...best.values()].reduce((sum, score) => sum + score, 0);
}

const hasNumbers = ({ cells }: SheetRow): boolean => [...cells.values()].some(({ kind }) => kind === 'number');

/** Whether a row beside the header goes on naming columns: most of its cells do, and none is a number. */
function namesOn(row: SheetRow | undefined): row is SheetRow {
  if (!row || row.cells.size < 2 || hasNumbers(row)) return false;
  const naming = [...row.cells.values()].filter(({ text }) => headerScores(text).size > 0).length;
  return naming * 2 > row.cells.size;
}

/** Finds the row that names the most, together with rows below it that go on doing so. */
export function findHeader(rows: readonly SheetRow[]): Header {
  let at = -1;
  let most = SCORE_MIN - 1;
  for (const [index, row] of rows.entries()) {
    if (row.row > HEADER_ROWS_MAX) break;
    const score = scoreOf(row);
    if (score <= most) continue;
    most = score;
    at = index;
  }
  const main = rows[at];
  if (!main) return NO_HEADER;
  const header = [main];
  const above = rows[at - 1];
  if (above?.row === main.row - 1 && namesOn(above)) header.unshift(above);
  for (const below of rows.slice(at + 1, at + 1 + ROWS_BELOW)) {
    if (below.row !== (header.at(-1) as SheetRow).row + 1 || !namesOn(below)) break;
    header.push(below);
  }
  return { rows: header.map(({ row }) => row), names: joined(header) };
}

function joined(header: readonly SheetRow[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { cells } of header)
    for (const [column, { text }] of cells) names.set(column, `${names.get(column) ?? ''} ${text.trim()}`.trim());
  return names;
}

/** Longest text of a header that is looked at: what is longer is a sentence about the list. */
const HEADER_MAX = 80;

const headerWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const containsHeading = (words: readonly string[], wanted: string): boolean =>
  wanted.endsWith('$') ? words.includes(wanted.slice(0, -1)) : words.some((word) => word.startsWith(wanted));

export const containsAnyHeading = (text: string, wanted: readonly string[]): boolean => {
  const words = headerWords(text);
  return wanted.some((beginning) => containsHeading(words, beginning));
};

/** How surely a header names each column, 1 to 10; those that it does not name are missing. */
export function headerScores(text: string): ReadonlyMap<GuessedColumn, number> {
  const scores = new Map<GuessedColumn, number>();
  if (text.length > HEADER_MAX) return scores;
  const words = headerWords(text);
  if (words.length === 0) return scores;
  for (const column of GUESSED_COLUMNS) {
    const { markers, against } = HEADER_WORDS[column];
    const named = Math.max(
      0,
      ...markers
        .filter(([all]) => all.split(' ').every((word) => containsHeading(words, word)))
        .map(([, weight]) => weight),
    );
    const denied = against
      .filter(([word]) => containsHeading(words, word))
      .reduce((sum, [, weight]) => sum + weight, 0);
    if (named > denied) scores.set(column, named - denied);
  }
  return scores;
}

interface HeaderWords {
  /** Beginnings of words that must all occur, and how surely they name the column, 1 to 10. A word with `$` at its end is whole. */
  readonly markers: Weighted;
  /** Beginnings of words that speak against it, and by how much. */
  readonly against: Weighted;
}

type Weighted = readonly (readonly [words: string, weight: number])[];

/** «код товар 5, sku$ 7»: words with their weights. */
const words = (list: string): Weighted =>
  list.split(', ').map((entry) => {
    const at = entry.lastIndexOf(' ');
    return [entry.slice(0, at), Number(entry.slice(at + 1))];
  });

/** Beginnings of words by which the column of a cross holds its maker and not its article. */
const NAMES_A_MAKER = words(
  'производ 9, виробник 9, изготов 9, бренд 9, brand 9, manufacturer 9, maker 9, марка 9, фирма 9',
);

/** Names of columns in Russian, Ukrainian and English lists, in lower case, ё as е. Data: add unknown names here. */
const HEADER_WORDS: Readonly<Record<GuessedColumn, HeaderWords>> = {
  article: {
    markers: words(
      'артикул 10, арт$ 9, каталож номер 9, кат номер 9, номер детал 9, номер запчаст 9, ' +
        'номер производ 9, код производ 8, код детал 8, part no$ 9, part num 9, partnum 9, article 9, ' +
        'oem$ 8, ориг номер 8, sku$ 7, код товар 5, номер$ 4, код$ 3',
    ),
    against: words('порядк 9, п$ 6, телефон 9, кросс 9, аналог 9, замен 9, штрих 9'),
  },
  title: {
    markers: words(
      'наименован 10, найменуван 10, назван 9, назва$ 9, номенклатур 8, name$ 8, title$ 8, товар$ 7, ' +
        'description 7, описан 6, product 6, характеристик 3',
    ),
    against: words('артикул 9, код$ 9, номер$ 9, марк 4, групп 4'),
  },
  price: {
    markers: words(
      'цен 9, ціна 9, ціни 9, price 9, стоимост 8, вартіст 8, розниц 7, розничн 7, роздр 7, ррц$ 7, ' +
        'мрц$ 7, опт 6, прайс 6, руб$ 3, грн$ 3',
    ),
    against: words(
      'центр 9, скидк 6, наценк 6, процент 6, изменен 5, закуп 4, стар 3, валют 6, остат 8, залиш 8, ' +
        'склад 8, сумм 6',
    ),
  },
  amount: {
    markers: words(
      'остат 9, залиш 9, налич 9, наявн 9, колич 8, кільк 8, кол во 8, stock 8, qty$ 8, quantity 8, ' +
        'склад 6, доступн 6, свободн 5',
    ),
    against: words(
      'мин 6, кратн 6, упаков 5, заказ 5, резерв 6, брак 6, цена$ 6, цены$ 6, ціна$ 6, код$ 6, дней$ 9, ' +
        'срок 9, транзит 4',
    ),
  },
  manufacturer: {
    markers: words(
      'производител 9, виробник 9, изготовител 9, бренд 9, brand 9, manufacturer 9, maker$ 8, ' +
        'торгов марк 9, марка$ 7, фирма$ 6, завод 5',
    ),
    against: words('авто 6, машин 6, модел 4, код 6, номер 6, артикул 9, кросс 9, аналог 9, замен 9, cross 9'),
  },
  code: {
    markers: words('код 1с 9, код товар 6, код$ 6, внутр код 8, id$ 4'),
    against: words('производ 6, детал 6, штрих 9, валют 9, тн$ 9'),
  },
  weight: { markers: words('вес$ 9, масса 9, вага$ 9, weight 9'), against: [] },
  length: { markers: words('длин 9, length 9, глубин 7'), against: [] },
  width: { markers: words('ширин 9, width 9'), against: [] },
  height: { markers: words('высот 9, height 9'), against: [] },
  delivery: {
    markers: words(
      'срок постав 10, срок достав 10, срок отгруз 9, время достав 9, время постав 9, срок$ 9, сроки$ 8, ' +
        'термін 8, ожидани 6, дней$ 8, дни$ 7, дн$ 6, доставк 6, поставк 5, delivery 8, lead time 9, ' +
        'days$ 7',
    ),
    against: words(
      'годност 9, служб 9, гарант 9, эксплуат 9, хранен 9, дата 9, стоимост 9, цен 9, price 9, cost 9, ' + 'условия 6',
    ),
  },
  lot: {
    markers: words(
      'мин парт 10, миним парт 10, мин заказ 10, миним заказ 10, мин кол 10, миним кол 10, мин отгруз 9, ' +
        'миним отгруз 9, партия 8, партії 8, кратн 9, норма упаков 9, в упаков 8, упаков 7, упак$ 7, ' +
        'moq$ 10, min order 10, min qty 10, pack 6',
    ),
    against: words(
      'цен 9, price 9, стоимост 9, сумм 9, вес$ 9, масса 9, длин 9, ширин 9, высот 9, глубин 9, объем 9, ' +
        'размер 9, габарит 9, вид$ 9, тип$ 9, номер$ 9, код$ 9',
    ),
  },
  cross: { markers: words('кросс 9, аналог 9, замен 8, cross 9, заменяем 9'), against: NAMES_A_MAKER },
  crossMaker: {
    markers: NAMES_A_MAKER.flatMap(([maker]) =>
      ['кросс', 'аналог', 'замен', 'cross'].map((cross) => [`${maker} ${cross}`, 10] as const),
    ),
    against: [],
  },
};

/** Words by which one of several price columns is the one that visitors pay. */
export const RETAIL_WORDS = ['розниц', 'розничн', 'роздр', 'ррц', 'мрц', 'основн', 'retail'] as const;

/** Words by which one of several stock columns counts for all. */
export const WHOLE_STOCK_WORDS = ['всех', 'всіх', 'всего', 'итого', 'общ', 'total'] as const;
