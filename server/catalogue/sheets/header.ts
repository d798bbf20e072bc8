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
/** The same where numbers stand below one of its words. */
const SCORE_MIN_ABOVE_NUMBERS = 9;
/** Rows above and below the one that names the most. */
const ROWS_ABOVE = 2;
const ROWS_BELOW = 2;
/** Columns that a merged cell of a header covers at most. */
const COVERED_MAX = 8;
/** Characters of a heading above or below the row that names the most; a longer text is a sentence about the list. */
const PART_MAX = 40;

/** Columns that a row names, and how surely, each column of a list once. */
function scoreOf(row: SheetRow): number {
  const best = new Map<string, number>();
  for (const { kind, text } of row.cells.values()) {
    if (kind !== 'text') continue;
    for (const [column, score] of headerScores(text)) best.set(column, Math.max(score, best.get(column) ?? 0));
  }
  return [...best.values()].reduce((sum, score) => sum + score, 0);
}

/** In a text file a number is a text, too. */
const hasNumbers = ({ cells }: SheetRow): boolean =>
  [...cells.values()].some(({ kind, text }) => kind === 'number' || NUMBER.test(text.trim()));

const isNaming = (text: string): boolean => headerScores(text).size > 0;

/** Whether a row beside the header goes on naming columns: most of its cells do, and none is a number. */
function namesOn(row: SheetRow): boolean {
  if (row.cells.size < 2 || hasNumbers(row)) return false;
  const naming = [...row.cells.values()].filter(({ text }) => isNaming(text)).length;
  return naming * 2 > row.cells.size;
}

/** Whether one of the first rows below has a number under a word of this row. */
const isAboveNumbers = (row: SheetRow, below: readonly SheetRow[]): boolean =>
  [...row.cells.keys()].some((column) => below.some(({ cells }) => NUMBER.test(cells.get(column)?.text.trim() ?? '')));
const NUMBER = /^\d[\d \u00a0]{0,15}(?:[.,]\d{1,4})?$/u;

/** Finds the row that names the most, together with rows above and below it that complete its headings. */
export function findHeader(rows: readonly SheetRow[]): Header {
  let at = -1;
  let most = 0;
  for (const [index, row] of rows.entries()) {
    if (row.row > HEADER_ROWS_MAX) break;
    const score = scoreOf(row);
    if (score <= most || score < SCORE_MIN_ABOVE_NUMBERS) continue;
    if (score < SCORE_MIN && !isAboveNumbers(row, rows.slice(index + 1, index + 4))) continue;
    most = score;
    at = index;
  }
  const main = rows[at];
  if (!main) return NO_HEADER;
  const header = [main];
  for (let above = at - 1; above >= at - ROWS_ABOVE; above -= 1) {
    const row = rows[above];
    if (!row || row.row !== (header[0] as SheetRow).row - 1 || !completesFromAbove(row, header)) break;
    header.unshift(row);
  }
  for (const below of rows.slice(at + 1, at + 1 + ROWS_BELOW)) {
    if (below.row !== (header.at(-1) as SheetRow).row + 1) break;
    if (isOfGoods(below, main) || (!namesOn(below) && !completesFromBelow(below, main))) break;
    header.push(below);
  }
  return { rows: header.map(({ row }) => row), names: joined(header) };
}

const areParts = (row: SheetRow): boolean =>
  !hasNumbers(row) && [...row.cells.values()].every(({ text }) => text.trim().length <= PART_MAX && !DATE.test(text));
const DATE = /\d{1,2}\.\d{1,2}\.\d{2}/u;

/** Whether a row names columns that the rows below it leave without a name, or what several of them have in common. */
function completesFromAbove(row: SheetRow, header: readonly SheetRow[]): boolean {
  if (namesOn(row)) return true;
  if (!areParts(row)) return false;
  const next = header[0] as SheetRow;
  const first = Math.min(...next.cells.keys());
  return [...row.cells].some(([column, { text }]) => {
    if (!isNaming(text) || (row.cells.size === 1 && column === first)) return false;
    return !isNaming(next.cells.get(column)?.text ?? '') || coveredBy(row, column, next).length > 1;
  });
}

/** The columns of articles and titles by their headings. */
const columnsOfGoods = ({ cells }: SheetRow): number[] =>
  [...cells].filter(([, { text }]) => namesGoods(text)).map(([column]) => column);

/** Whether a row below has a digit under such a heading: the article «КОЛ-101» or the title «Товар 1», which name columns, too. */
const isOfGoods = (row: SheetRow, main: SheetRow): boolean =>
  columnsOfGoods(main).some((column) => /\d/u.test(row.cells.get(column)?.text ?? ''));

/** Whether a row divides what the header names, and says nothing else under the headings of articles and titles. */
function completesFromBelow(row: SheetRow, main: SheetRow): boolean {
  if (!areParts(row)) return false;
  const own = columnsOfGoods(main);
  if (own.some((column) => row.cells.has(column) && !isNaming(row.cells.get(column)?.text ?? ''))) return false;
  return Math.max(...row.cells.keys()) > Math.min(...own, ...row.cells.keys()) && [...row.cells.values()].some(isPart);
}

function namesGoods(text: string): boolean {
  const scores = headerScores(text);
  return (scores.get('article') ?? 0) >= NAMES_SURELY || (scores.get('title') ?? 0) >= NAMES_SURELY;
}

const NAMES_SURELY = 5;

const isPart = ({ text }: { readonly text: string }): boolean => isNaming(text) || UNIT.test(text.trim());
const UNIT = /^(?:тыс\.? ?)?(?:шт|ед|руб|р|уп|кг|г|л|м|мм|см|usd|eur|€|\$|₽)\.?$/iu;

/** The columns that a cell covers: its own, and those to its right where only the row below goes on with what fits it. */
function coveredBy(row: SheetRow, column: number, below: SheetRow | undefined): number[] {
  const covered = [column];
  if (!below?.cells.has(column)) return covered;
  const over = headerScores(row.cells.get(column)?.text ?? '');
  for (let next = column + 1; next < column + COVERED_MAX; next += 1) {
    const part = row.cells.has(next) ? undefined : below.cells.get(next);
    if (!part || !divides(part.text, over)) break;
    covered.push(next);
  }
  return covered;
}

/** Whether a heading may stand under one that names so much: it names nothing itself, or the same. */
function divides(part: string, over: ReadonlyMap<GuessedColumn, number>): boolean {
  const scores = headerScores(part);
  return scores.size === 0 || [...scores.keys()].some((name) => over.has(name));
}

function joined(header: readonly SheetRow[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const [at, row] of header.entries())
    for (const [column, { text }] of row.cells)
      for (const covered of coveredBy(row, column, header[at + 1])) {
        // Above articles and titles stands what they belong to, above prices and stocks which ones they are.
        if (!isNaming(text) && namesGoods(header[at + 1]?.cells.get(covered)?.text ?? '')) continue;
        names.set(covered, `${names.get(covered) ?? ''} ${text.trim()}`.trim());
      }
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

const containsAll = (words: readonly string[], wanted: string): boolean =>
  wanted.split(' ').every((word) => containsHeading(words, word));

/** How much rather than its neighbours of the same kind a column is meant, by its heading: above or below 0. */
export function preferenceOf(column: GuessedColumn, text: string): number {
  const said = headerWords(text.slice(0, HEADER_MAX));
  return (PREFERRED[column] ?? [])
    .filter(([wanted]) => containsAll(said, wanted))
    .reduce((sum, [, weight]) => sum + weight, 0);
}

/** Whether a heading speaks against its column being of this kind: «В пути» is no stock. */
export const speaksAgainst = (column: GuessedColumn, text: string): boolean => {
  const said = headerWords(text.slice(0, HEADER_MAX));
  return HEADER_WORDS[column].against.some(([all]) => containsAll(said, all));
};

/** How surely a header names each column, 1 to 10; those that it does not name are missing. */
export function headerScores(text: string): ReadonlyMap<GuessedColumn, number> {
  const scores = new Map<GuessedColumn, number>();
  if (text.length > HEADER_MAX) return scores;
  const words = headerWords(text);
  if (words.length === 0) return scores;
  for (const column of GUESSED_COLUMNS) {
    const { markers, against } = HEADER_WORDS[column];
    const named = Math.max(0, ...markers.filter(([all]) => containsAll(words, all)).map(([, weight]) => weight));
    const denied = against.filter(([all]) => containsAll(words, all)).reduce((sum, [, weight]) => sum + weight, 0);
    if (named > denied) scores.set(column, named - denied);
  }
  return scores;
}

interface HeaderWords {
  /** Beginnings of words that must all occur, and how surely they name the column, 1 to 10. A word with `$` at its end is whole. */
  readonly markers: Weighted;
  /** Beginnings of words that speak against it where all of them occur, and by how much. */
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
      'артикул 10, артик 9, арт$ 9, каталож номер 9, каталож no 9, кат номер 9, кат no$ 9, по кат 9, по каталог 9, каталож 7, каталог$ 7, ' +
        'номер детал 9, номер запчаст 9, no$ детал 9, no$ запчаст 9, номер производ 9, код производ 8, код изготов 8, ' +
        'код детал 8, код запчаст 8, part no$ 9, part nbr 9, nbr$ 5, part num 9, partnum 9, partno$ 9, article 9, art$ 8, mpn$ 9, ' +
        'обозн 8, чертеж 7, децимал 8, oem$ 8, oe$ 7, cae$ 9, сае$ 9, ориг номер 8, sku$ 7, номер$ 4, item$ 4, код$ 3, ' +
        'artikul 10, artykul 10, artikel 9, артыкул 10, indeks 8, teilenummer 9, pin$ 8, part$ 5, 型号 8, 编码 8, 零件号 9, 件号 9',
    ),
    against: words(
      'порядк 9, пп$ 9, п$ 6, телефон 9, кросс 9, аналог 9, замен 9, штрих 9, ean$ 9, тн$ 9, окпд 9, ' +
        'склад 6, поставщик 2, заказ 4, групп 5, лист 6',
    ),
  },
  title: {
    markers: words(
      'наименован 10, найменуван 10, наимен 9, наим$ 9, назван 9, назва$ 9, номенклатур 8, name$ 8, title$ 8, товар$ 7, ' +
        'naimen 10, nazvan 9, nazwa 9, bezeichnung 9, атауы$ 10, 名称 9, 品名 9, ' +
        'позици 6, деталь$ 6, description 7, описан 6, product 6, продукци 6, запчаст 6, изделие$ 6, тмц$ 6, модель$ 2, характеристик 3',
    ),
    against: words(
      'артикул 9, код$ 9, номер$ 9, no$ 6, марк 4, групп 4, категор 4, производ 6, изготов 6, бренд 6, валют 8, ' +
        'цен 8, english 3, англ 3, фото 6, картинк 6, ссылк 6',
    ),
  },
  price: {
    markers: words(
      'цен 9, ціна 9, ціни 9, ц$ 8, цана 9, кошт 8, бөлшек 6, көтерме 6, rozn 6, rrp$ 7, от$ шт 6, бага 9, баға 9, cena 9, ceny 9, tsena 9, preis 9, 单价 9, 价格 9, price 9, стоим 8, вартіст 8, розниц 7, розничн 7, розн$ 7, роздр 7, ррц$ 7, ' +
        'мрц$ 7, рц$ 6, безнал 6, нал$ 5, опт 6, опт1$ 6, прайс 6, базов 5, закуп 4, дилер 5, тариф 6, retail 7, list$ 6, msrp$ 8, jobber 6, net$ 5, cost$ 6, руб$ 3, р$ 3, ' +
        'грн$ 3, usd$ 3, eur$ 3',
    ),
    against: words(
      'центр 9, скидк 6, наценк 6, процент 6, изменен 5, закуп 5, стар 5, прошл 5, предыдущ 5, валют 6, ' +
        'остат 8, залиш 8, склад 8, сумм 6, дата 9, срок 9, код 6, групп 6, ндс ставк 9, ставк 6, дост 5, действ 6',
    ),
  },
  amount: {
    markers: words(
      'остат 9, залиш 9, ост$ 9, налич 9, нал$ 8, есть$ 7, итого$ 5, всего$ 5, шт$ 4, наявн 9, колич 8, кільк 8, кол во 8, к$ во$ 8, колво$ 8, кол$ 7, stock 8, qty$ 8, ' +
        'рэшт 9, rest$ 8, барлығы$ 5, ostat 9, nalich 9, kolich 8, kolvo$ 8, ilosc 8, ilość 8, stan$ 7, bestand 9, menge 7, rvalue$ 8, 数量 8, 库存 9, наяўн 9, колькасц 8, саны$ 7, қалдық 9, ' +
        'quantity 8, склад 6, складе$ 7, скл$ 6, доступн 6, свободн 8, своб$ 8, available 8, balance 6, qoh$ 9, on hand 9, скок 7, сколько 7',
    ),
    against: words(
      'сумм 8, стоим 8, неснижаем 9, pkg 8, ord$ 7, order 6, мин 6, кратн 6, в упак 8, в уп$ 8, шт$ уп$ 6, руб$ 6, р$ 6, ед$ 6, изм 6, упак 5, пачк 5, короб 5, кор$ 5, заказ 5, резерв 6, зарезерв 6, брак 6, цена$ 6, цены$ 6, цене$ 6, ' +
        'ціна$ 6, код$ 6, дней$ 9, срок 9, транзит 4, пути$ 5, ожида 5, поступ 5, поставк 4, авто$ 8, авт$ 8, автомобил 8, ' +
        'машин 8, маш$ 8, от$ шт 9, а$ м$ 8, двигател 8, двс$ 8, узел$ 8, издели 8, агрегат 8, комплект 5, норм 6, применя 8, применен 8, ' +
        'адрес 8, место 6, ячейк 8, страна 9, отверст 9, болт 6, цилиндр 8, зуб 8, дата 9, статус 1',
    ),
  },
  manufacturer: {
    markers: words(
      'производител 9, виробник 9, изготовител 9, производ 8, произв$ 9, произ$ 8, изгот 8, изг$ 8, пр$ ль$ 8, пр$ во$ 8, бренд 9, брэнд 9, brand 9, manufacturer 9, ' +
        'producent 9, proizvod 9, hersteller 9, вытворц 9, өндіруші 9, 品牌 9, 厂家 8, ' +
        'make$ 6, mfr$ 8, vendor 8, вендор 8, maker$ 8, торгов марк 9, торг марк 9, тм$ 8, марка$ 7, фирма$ 6, завод 5',
    ),
    against: words(
      'авто 6, автомобил 6, машин 6, техник 6, модел 4, код 6, номер 6, no$ 6, артикул 9, кросс 9, аналог 9, замен 9, ' +
        'cross 9, цен 8, стран 9, дата 9, год 9',
    ),
  },
  code: {
    markers: words('код 1с 9, код товар 6, код$ 6, внутр код 8, id$ 4'),
    against: words('производ 6, детал 6, штрих 9, валют 9, тн$ 9, групп 6'),
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
  photo_link: {
    markers: words(
      'фото 9, фотограф 9, изображен 9, картинк 9, рисунок 8, зображен 9, photo 9, picture 9, image 9, img$ 8, foto 9, zdjęc 9, 图片 9',
    ),
    against: words('наличи 4, есть$ 4, количеств 6'),
  },
  cross: { markers: words('кросс 9, аналог 9, замен 8, cross 9, заменяем 9'), against: NAMES_A_MAKER },
  crossMaker: {
    markers: NAMES_A_MAKER.flatMap(([maker]) =>
      ['кросс', 'аналог', 'замен', 'cross'].map((cross) => [`${maker} ${cross}`, 10] as const),
    ),
    against: [],
  },
};

/**
 * Which of several columns of one kind is rather meant than the others: of prices what a visitor pays, in roubles and
 * with tax, of stocks what counts for all warehouses, of articles that of the maker. Several words add up.
 */
const PREFERRED: Readonly<Partial<Record<GuessedColumn, Weighted>>> = {
  price: words(
    'розниц 3, розничн 3, розн$ 3, роздр 3, ррц$ 4, мрц$ 4, от$ 1$ 1, retail 3, рекоменд 3, основн 2, продаж 2, базов 1, с$ ндс$ 1, ' +
      'без ндс$ -4, бндс$ -4, опт -2, крупн -1, дилер -3, партнер -3, поставщик -3, vip$ -2, спец -2, для -1, акци -2, распрод -2, ' +
      'закуп -6, входн -6, вход$ -6, старая -3, usd$ -2, eur$ -2, евро -2, долл -2, у$ е$ -2, уе$ -2, ' +
      'валют -2, упак -1, уп$ -1, л$ -2, кг$ -2, 1000$ -3, 100$ -3, шт$ 1, за$ ед$ 1, учет -4, уч$ -4, себест -4, прод$ 2, ' +
      'rozn 3, rrp$ 3, opt$ -2, бөлшек 3, көтерме -2, без пдв$ -4, netto -4, з$ пдв$ 1, list$ 2, msrp$ 3, dlr$ -3, dealer -3, wholesale -2, net$ -1, core$ -6',
  ),
  amount: words(
    'всех 5, всіх 5, всего 5, итого 5, общ 5, total 5, разом 5, барлығы 5, своб 6, доступн 5, центр 2, основн 2',
  ),
  article: words('аналог -5, стар -5, прежн -5, доп -4, oem$ -1, поставщик -2, внутр -3'),
  title: words('полн 1, кратк -1, сокращ -1, англ -3, english -3, eng$ -3'),
};
