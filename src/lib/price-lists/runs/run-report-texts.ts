import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import { countOf, formatNumber, NBSP, typographed } from '../../../../rules/format/texts.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

/** Texts of what a run does or did. */
export const runReport = typographed({
  counts: 'Итоги',
  rows: (count: number) => countOf(count, ROWS),
  largest: 'Самые большие изменения цен',
  samples: {
    created: 'Новые позиции',
    priceUp: 'Цена выше',
    priceDown: 'Цена ниже',
    stockChanged: 'Остаток изменён',
  },
  sampleHint: (shown: number, all: number) =>
    shown < all ? `${formatNumber(shown)} из ${formatNumber(all)}` : formatNumber(all),
  errors: 'Ошибки',
  warnings: 'Предупреждения',
  sheets: 'Листы',
  sheetTable: {
    sheet: 'Лист',
    applied: 'Применено строк',
    skipped: 'Пропущено',
    failed: 'С ошибками',
  },
  table: {
    position: 'Позиция',
    price: 'Цена',
    amount: 'Остаток',
    move: 'Изменение',
    row: 'Строка',
    what: 'Что не так',
    column: 'Столбец',
    count: 'Строк',
    rows: 'В строках',
    sheet: 'Лист',
    text: 'В файле',
  },
  noPrice: 'нет цены',
  /** By what the column `hidden` says. */
  shown: {
    [HIDDEN.shown]: 'показывается',
    [HIDDEN.byHand]: 'скрыта',
    [HIDDEN.removed]: 'убрана',
  } as Readonly<Record<number, string>>,
  becomes: 'станет',
  /** A row, with its sheet where several were read; a dash for the file as a whole. */
  place: (row: number, sheet: string | undefined) =>
    [sheet !== undefined && `«${sheet}»`, row || '—'].filter(Boolean).join(', '),
} as const);

/** From this many times on a change is told as «в N раз»: percents of that size say little. */
const TIMES_FROM = 3;

/** How far a price moved: `+12,5 %`, `−3 %`, `×10`; '' where one of them is no price. Prices are decimal texts. */
export function priceMove(before: string | null, after: string): string {
  const [from, to] = [Number(before), Number(after)];
  if (!(from > 0 && to > 0)) return '';
  if (to / from >= TIMES_FROM) return `×${formatNumber(short(to / from))}`;
  const percent = (to / from - 1) * 100;
  const text = formatNumber(short(Math.abs(percent)));
  return `${percent < 0 ? '−' : '+'}${text}${NBSP}%`;
}

/** One decimal below a hundred, whole from there on. */
const short = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
