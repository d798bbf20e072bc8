import { HIDDEN } from '../../../contract/hidden.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { countOf } from '../format/plural.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;

/** Texts of what a run does or did. */
export const runReport = {
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
    shown < all ? `${formatNumber(shown)}\u00a0из\u00a0${formatNumber(all)}` : formatNumber(all),
  errors: 'Ошибки',
  warnings: 'Предупреждения',
  sheets: 'Листы',
  sheetTable: {
    sheet: 'Лист',
    applied: 'Применено строк',
    skipped: 'Пропущено',
    failed: 'С\u00a0ошибками',
  },
  table: {
    position: 'Позиция',
    price: 'Цена',
    amount: 'Остаток',
    move: 'Изменение',
    row: 'Строка',
    what: 'Что не\u00a0так',
    column: 'Столбец',
    count: 'Строк',
    rows: 'В\u00a0строках',
    sheet: 'Лист',
    text: 'В\u00a0файле',
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
} as const;
