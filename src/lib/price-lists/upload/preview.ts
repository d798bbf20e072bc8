// The preview of the first rows in the upload form: what each column and row of the file is read as, and giving a
// column another meaning.
import { UPLOAD_COLUMNS, type UploadColumn } from '../../../../contract/price-lists/columns.ts';
import type { GuessNote, SheetGuess } from '../../../../contract/price-lists/guess.ts';
import { columnLetters, columnNumber } from '../../../../rules/format/sheet-columns.ts';
import { countOf, formatNumber, NBSP } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { readPriceWords } from '../../../../rules/price-lists/price-words.ts';
import type { UploadSettings } from './upload-settings.ts';
import { upload } from './upload-texts.ts';

export interface PreviewColumn {
  /** From 1. */
  readonly number: number;
  readonly letters: string;
  /** What the file calls it; '' without a header. */
  readonly name: string;
  readonly meanings: readonly UploadColumn[];
}

/** What a row is read as: `head` names columns, `outside` is above or below what is read. */
type RowKind = 'head' | 'outside' | 'goods' | 'group' | 'no-article';

export interface PreviewRow {
  /** As the sheet numbers it. */
  readonly number: number;
  readonly kind: RowKind;
  /** One for each column of the preview. */
  readonly texts: readonly string[];
  /** How the price will be read; null where that is left to the check. */
  readonly price: PriceReading | null;
}

export interface Preview {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly PreviewRow[];
}

/** The first rows of a sheet as the settings have them read. Columns without a meaning or a text are left out. */
export function previewOf(guess: SheetGuess, settings: UploadSettings): Preview {
  const width = Math.max(0, ...guess.rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => columnOf(guess, settings, at + 1)).filter(
    ({ number, meanings }) => meanings.length > 0 || guess.rows.some((row) => row[number - 1]?.trim()),
  );
  return { columns, rows: guess.rows.map((row, at) => rowOf(guess, settings, columns, row, at + 1)) };
}

/** Whether article, title, price or stock has no column: it may be one of those that mean nothing yet. */
export const missesColumn = ({ columns, rules }: UploadSettings): boolean =>
  [columns.article || rules.articleFrom, columns.title, columns.price, columns.amount].includes('');

/** Whether the guess has found no column for one of them: all stay in sight then, also once it is chosen. */
export const isPartly = ({ columns: { article, title, price, amount }, notes }: SheetGuess): boolean =>
  [title, price, amount].includes(null) || (article === null && !notes.includes('article in title'));

/** The preview without the columns that mean nothing and are none of `also`, by number. */
export function withChosenOnly({ columns, rows }: Preview, also: readonly number[] = []): Preview {
  const isChosen = columns.map(({ meanings, number }) => meanings.length > 0 || also.includes(number));
  return {
    columns: columns.filter((_, at) => isChosen[at]),
    rows: rows.map((row) => ({ ...row, texts: row.texts.filter((_, at) => isChosen[at]) })),
  };
}

/** What a file says of one of its columns: letters, header, and the first text of its data. */
export function columnInFile(guess: SheetGuess, number: number) {
  const { rows, headerRows, startRow } = guess;
  const names = headerRows.map((row) => rows[row - 1]?.[number - 1]?.trim() ?? '');
  const data = rows.slice(startRow - 1).map((row) => row[number - 1]?.trim() ?? '');
  return {
    letters: columnLetters(number),
    name: [...new Set(names)].join(' ').trim(),
    example: data.find((text) => text !== '') ?? '',
  };
}

function columnOf(guess: SheetGuess, { columns }: UploadSettings, number: number): PreviewColumn {
  const { letters, name } = columnInFile(guess, number);
  return { number, letters, name, meanings: meaningsOf(columns, number) };
}

function rowOf(
  guess: SheetGuess,
  settings: UploadSettings,
  columns: readonly PreviewColumn[],
  row: readonly string[],
  number: number,
): PreviewRow {
  const kind = guess.headerRows.includes(number) ? 'head' : kindOf(settings, row, number);
  const price = numbersIn(settings.columns.price)[0];
  const reading =
    kind === 'goods' && price !== undefined
      ? readSimplePrice(row[price - 1] ?? '', settings.currency.trim().toUpperCase())
      : null;
  return { number, kind, texts: columns.map((column) => row[column.number - 1] ?? ''), price: reading };
}

function kindOf({ startRow, endRow, columns, rules }: UploadSettings, row: readonly string[], number: number): RowKind {
  if (number < Number(startRow || 1) || (endRow !== '' && number > Number(endRow))) return 'outside';
  const named = rules.articleFrom === 'whole-title' && columns.article === '' ? columns.title : columns.article;
  const article = numbersIn(named)[0];
  const textIn = (column: number | undefined) => (column === undefined ? '' : (row[column - 1] ?? '').trim());
  if (!canBeArticle(textIn(article))) return 'no-article';
  const others = Object.values(columns)
    .flatMap(numbersIn)
    .filter((column) => column !== article);
  return others.length > 0 && others.every((column) => textIn(column) === '') ? 'group' : 'goods';
}

type Columns = UploadSettings['columns'];

/** What a column of a file can be made to mean; `more-amount` adds its stock to that of the other columns. */
export type ColumnChoice = UploadColumn | 'more-amount' | '';

const numbersIn = (text: string): number[] => text.split(/[\s,;]+/).flatMap((piece) => columnNumber(piece) ?? []);

/** Everything that a column is used as; an article that stands inside the title makes two. */
export const meaningsOf = (columns: Columns, number: number): UploadColumn[] =>
  UPLOAD_COLUMNS.filter((name) => numbersIn(columns[name]).includes(number));

/** Gives a column another meaning; another column of that meaning loses it, unless their stock adds up. */
export function withMeaning(columns: Columns, number: number, choice: ColumnChoice): Columns {
  const left = Object.fromEntries(
    UPLOAD_COLUMNS.map((name) => {
      const numbers = numbersIn(columns[name]);
      return [name, numbers.includes(number) ? listOf(numbers.filter((other) => other !== number)) : columns[name]];
    }),
  ) as Columns;
  if (choice === '') return left;
  if (choice !== 'more-amount') return { ...left, [choice]: String(number) };
  return { ...left, amount: listOf([...numbersIn(left.amount), number]) };
}

const listOf = (numbers: readonly number[]): string => numbers.join(',');

/** How a cell of a column of prices will be read, as far as that is beyond doubt. */
type PriceReading =
  | { readonly kind: 'price'; readonly text: string }
  | { readonly kind: 'none' }
  /** Words that say nothing of a price: the row will have an error. */
  | { readonly kind: 'words' };

const SPACES = /[\s\p{Zs}]+/gu;
const ROUBLES = /(?:₽|руб\.?|р\.)$/iu;
/** One point or comma with one or two digits behind it, or whole; spaces between thousands. */
const SIMPLE = /^(\d{1,3}(?: \d{3})+|\d+)(?:[.,](\d{1,2}))?$/u;

/** Reads a price that can be read in one way only; null leaves the word to the check of the whole file. */
function readSimplePrice(shown: string, currency: string): PriceReading | null {
  const text = shown.replace(SPACES, ' ').trim();
  if (!/\d/u.test(text)) return { kind: readPriceWords(text) === 'unknown' ? 'words' : 'none' };
  const match = SIMPLE.exec(text.replace(ROUBLES, '').trim());
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(' ', '');
  if (Number(`${digits}.${fraction || 0}`) === 0) return { kind: 'none' };
  const unit = ROUBLES.test(text) || currency === '' ? '₽' : currency;
  return { kind: 'price', text: `${formatNumber(`${digits}.${fraction.padEnd(2, '0')}`)}${NBSP}${unit}` };
}

/** Whether a text can be an article: it has a letter or a digit. */
const canBeArticle = (shown: string): boolean => /[\p{L}\p{N}]/u.test(shown);

/** What the user should know before they trust a guess, in words. */
export const guessNotes = typographed<Readonly<Record<GuessNote, string>>>({
  'no header': 'В файле нет строки с названиями столбцов: столбцы определены только по содержимому.',
  'article from code':
    'Столбца с артикулом нет: вместо него взят код поставщика. Если артикулы стоят в другом столбце, укажите его.',
  'article in title': 'Столбца с артикулом нет: артикулы стоят внутри наименований и будут взяты оттуда.',
  'several prices': 'Столбцов с ценами несколько: проверьте, та ли цена выбрана.',
  'several stocks': 'Столбцов с остатками несколько: складываются отмеченные.',
  'foreign currency':
    'В заголовке цены или над таблицей названа не рублёвая валюта: укажите курс в правилах, иначе строки не прочитаются.',
  'price unit':
    'В заголовке цены названа единица: тысячи рублей и цены за несколько штук пересчитываются на штуку. Если цена за упаковку, укажите в правилах, сколько в ней штук.',
  crosses: 'Это список кроссов: цен и остатков в нём нет. Такие списки загружаются на своей странице:',
  'no price': 'Столбец с ценой не найден. Укажите его, иначе новые позиции будут без цены.',
  'no article':
    'Столбец с артикулом не найден. Укажите его в таблице или, если артикулов в прайсе нет, загрузите его по наименованиям.',
  'no rows': 'На листе нет строк с товарами.',
});

const ROWS = ['строка', 'строки', 'строк'] as const;

/** A sheet that is guessed with less than this has next to nothing of a price list. */
const UNLIKE = 0.3;

export const preview = typographed({
  guessing: 'Смотрим, что где в файле',
  guessFailed: 'Разобрать файл не получилось.',
  unfit: 'Такой файл загрузить нельзя: исправьте его или выберите другой.',
  guessByHand: 'Укажите строку и столбцы сами: всё, что вы ввели, осталось на месте.',
  sure: 'Столбцы определены. Проверьте их в таблице.',
  unsure: 'Столбцы определены неуверенно: обязательно проверьте их в таблице.',
  own: 'Это собственный прайс каталога: бренд, поставщик и столбцы указывать не нужно.',
  toCrosses: 'Кроссы',
  sheets: 'Листы файла',
  sheetsHint: 'Отмеченные листы загружаются вместе. Столбцы у каждого листа свои: откройте лист, чтобы проверить их.',
  useSheet: (name: string) => `загружать лист «${name}»`,
  ownPrices: (name: string) => `Своя валюта и наценка у листа «${name}»`,
  priceLabels: { currency: 'Валюта листа', rate: 'Курс для листа', profit: 'Наценка листа, %' },
  ownPricesHint: 'Вместо общих из правил. Пустые поля — рубли и без наценки.',
  byTitle: 'Загрузить по наименованиям',
  byTitleChosen:
    'Артикулов в прайсе нет: позиции узнаются по наименованию целиком и производителю. Если наименование в следующем прайсе изменится, это будет новая позиция.',
  shownSheet: 'открыт',
  showSheet: 'Открыть',
  showSheetOf: (name: string) => `Открыть лист «${name}»`,
  /** Facts beside the name of a sheet; `undefined` stands for a sheet that the chosen file does not have. */
  sheetFacts: (sheet: SheetGuess | undefined): string => {
    if (!sheet) return 'в этом файле такого листа нет';
    const { certainty, notes, rowCount } = sheet;
    if (notes.includes('no rows')) return 'пустой';
    const rows = rowCount === null ? [] : [countOf(rowCount, ROWS)];
    return [...rows, ...(certainty < UNLIKE ? ['не похож на прайс'] : [])].join(', ');
  },
  noSheets: 'Отметьте хотя бы один лист.',
  wrongSheet: 'Проверьте строки и столбцы этого листа: так его не прочитать.',
  hint: 'Значение столбца выбирается над ним. Нажмите на номер строки, чтобы начать с неё.',
  chosenOnly: 'Только выбранные столбцы',
  region: 'Первые строки файла, таблицу можно прокручивать',
  row: 'Строка',
  meaningOf: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `Столбец ${letters}, «${name}»`),
  startAt: (row: number) => `Начать со строки ${row}`,
  noPrice: 'нет цены',
  notAPrice: 'не цена: будет ошибка',
  noArticle: 'нет артикула: строка пропускается',
  group: 'заголовок группы',
  prices: 'Какую цену загружать',
  stocks: 'Какие остатки сложить',
  columnName: (letters: string, name: string) => (name === '' ? `Столбец ${letters}` : `${name} (${letters})`),
  example: (text: string) => `например, ${text}`,
  fields: 'Номера строк и столбцов',
} as const);

export const choiceLabel = (choice: ColumnChoice): string => {
  if (choice === '') return typographed('не нужен');
  return choice === 'more-amount' ? `${upload.columns.amount}: прибавить` : upload.columns[choice];
};
