/** Which of the cells of a line, from 0, hold what. */
export interface Columns {
  readonly article: number;
  readonly amount: number | null;
  readonly maker: number | null;
}

/** Beginnings of the headings of columns, in lower case. */
const HEADINGS = {
  article: [
    'артикул',
    'арт',
    'каталожн',
    'кат.',
    'номер',
    'код',
    'деталь',
    'oem',
    'article',
    'part',
    'number',
    'sku',
  ],
  amount: ['кол', 'qty', 'quantity', 'нужно', 'заказ', 'потребность', 'amount', 'count'],
  maker: ['производ', 'изготов', 'бренд', 'марка', 'фирма', 'brand', 'maker', 'manufacturer'],
  other: [
    'наимен',
    'назван',
    'описан',
    'товар',
    'запчаст',
    'title',
    'name',
    'description',
    '№',
    'n',
    'п/п',
    'пп',
    'ед',
    'unit',
    'шт',
    'цена',
    'сумма',
    'стоимость',
    'price',
    'sum',
    'примеч',
    'комментар',
    'штук',
    'деталей',
    'детали',
    'запчасти',
    'изм',
  ],
} as const;
type Heading = keyof typeof HEADINGS;

const NAMES = Object.keys(HEADINGS) as Heading[];

/** What a heading names; null for a text that is none. */
function headingOf(text: string): Heading | null {
  const words = text.toLowerCase().replaceAll('ё', 'е');
  return NAMES.find((name) => HEADINGS[name].some((beginning) => words.startsWith(beginning))) ?? null;
}

/**
 * The columns that a line of headings names; null for any other line. A heading has no digit, and every cell has to be
 * one: a line with something to look for is never left out.
 */
export function headingsIn(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => /\p{N}/u.test(cell))) return null;
  const words = cells.length === 1 ? (cells[0] ?? '').split(/[\s,/]+/u) : cells;
  const named = words.map((word) => (word === '' ? null : headingOf(word)));
  if (words.some((word, at) => word !== '' && named[at] === null)) return null;
  const article = named.indexOf('article');
  if (article === -1) return null;
  // Words between blanks say that there are headings, and nothing of how the lines below are parted.
  if (cells.length === 1) return { article: 0, amount: null, maker: null };
  const at = (name: Heading) => (named.includes(name) ? named.indexOf(name) : null);
  return { article, amount: at('amount'), maker: at('maker') };
}
