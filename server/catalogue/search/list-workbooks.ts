// Writes the result of a search by a buyer's list of articles as an .xlsx to download: found offers, missing lines,
// totals.
import type { Readable } from 'node:stream';
import type * as answers from '../../../contract/catalogue/parts.ts';
import type { ListSearchAnswer, ListSearchRow } from '../../../contract/catalogue/positions.ts';
import type { AmountProblem } from '../../../contract/catalogue/words.ts';
import { shownMaker } from '../../../rules/catalogue/part.ts';
import { countOf, NO_PRICE } from '../../../rules/format/texts.ts';
import { ownColumn } from '../../platform/sheets/own-columns.ts';
import { type Column, type SheetRow, xlsxStream } from '../../platform/sheets/write-xlsx.ts';

const SHOWN = ['article', 'title', 'manufacturer', 'brand', 'stock', 'amount', 'price'] as const;
const COLUMNS: readonly Column[] = [
  { header: 'Запрос', width: 24, kind: 'text' },
  ...[...SHOWN, 'priceNote' as const].map(ownColumn),
];
const NOT_FOUND = 'не найдено';

/** The outcome of a search by list as an .xlsx: a row per found position, one that says so per article without any. */
export function listWorkbook({ rows }: ListSearchAnswer): Readable {
  const table = rows.flatMap(tableRows);
  return xlsxStream({ name: 'Поиск списком', columns: COLUMNS, rowCount: table.length, rows: table });
}

const tableRows = ({ article, positions }: ListSearchRow): SheetRow[] =>
  positions.length === 0
    ? [[article, '', NOT_FOUND, '', '', '', '', '']]
    : positions.map((position) => [
        article,
        position.article,
        position.title,
        position.manufacturer ?? '',
        position.brantTitle,
        position.stock,
        position.amount,
        ...pricedCells(position.price),
      ]);

/** A price, or an empty cell with the word for it behind. */
const pricedCells = (price: string): SheetRow => (Number(price) === 0 ? ['', NO_PRICE] : [kopecks(price), '']);

/** Prices travel as two-decimal strings. */
const kopecks = (price: string): number => Number(price.replace('.', ''));

const PARTS_COLUMNS: readonly Column[] = [
  { header: 'Запрос', width: 24, kind: 'text' },
  { header: 'Нужно, шт', width: 11, kind: 'integer' },
  { header: 'Артикул', width: 22, kind: 'text' },
  { header: 'Наименование', width: 48, kind: 'text' },
  { header: 'Особенность', width: 22, kind: 'text' },
  { header: 'Производитель', width: 18, kind: 'text' },
  { header: 'Склад', width: 13, kind: 'text' },
  { header: 'Взять, шт', width: 11, kind: 'integer' },
  { header: 'Из них в наличии', width: 18, kind: 'integer' },
  { header: 'Цена, ₽', width: 14, kind: 'money' },
  { header: 'Сумма, ₽', width: 14, kind: 'money' },
  { header: 'Примечание', width: 40, kind: 'text' },
];

const POSITIONS = ['позиции', 'позиций', 'позиций'] as const;

const PROBLEMS: Readonly<Record<AmountProblem, string>> = {
  'no number': 'количество не указано',
  zero: 'количество — ноль',
  negative: 'количество меньше нуля',
  fraction: 'количество не целое',
  'too large': 'количество слишком большое',
};

/** A search by list as an .xlsx: a row for each offer to take, one for each line without any, and the totals. */
export function partsWorkbook({ lines, totals }: answers.ListPartsAnswer): Readable {
  const sum = Number(totals.sum) === 0 ? '' : kopecks(totals.sum);
  const without = totals.unpriced > 0 ? `без ${countOf(totals.unpriced, POSITIONS)} с ценой по запросу` : '';
  const last: SheetRow = ['Итого', totals.pieces, '', '', '', '', '', '', '', '', sum, without];
  const rows = [...lines.flatMap(lineRows), last];
  return xlsxStream({ name: 'Поиск списком', columns: PARTS_COLUMNS, rowCount: rows.length, rows });
}

function lineRows({ readings, chosen, near }: answers.ListLineAnswer): SheetRow[] {
  const reading = readings[chosen] as answers.ListReading;
  const part = reading.parts[0];
  const remarks = reading.problem === null ? [] : [`${PROBLEMS[reading.problem]}, посчитана 1 шт`];
  if (!part) {
    const instead = near.length === 0 ? [] : [`похожие: ${near.join(', ')}`];
    const note = [NOT_FOUND, ...instead, ...remarks].join('; ');
    return [[reading.article, reading.amount, '', '', '', '', '', '', '', '', '', note]];
  }
  const words = reading.by === 'words' ? ['найдено по названию'] : [];
  if (part.takes.length === 0) {
    const note = ['есть только с пометкой, не выбрано', ...words, ...remarks].join('; ');
    const { article, title, marks } = part;
    return [
      [reading.article, reading.amount, article, title, marks.join(', '), shownMaker(part), '', '', '', '', '', note],
    ];
  }
  return part.takes.map((take, at) => takeRow(reading, part, take, at === 0 ? [...words, ...remarks] : []));
}

function takeRow(
  { article, amount }: answers.ListReading,
  part: answers.ListPart,
  { stock, name, marks, amount: taken, inStock, price }: answers.Take,
  remarks: readonly string[],
): SheetRow {
  const short = taken > inStock ? [`под заказ ${taken - inStock} шт`] : [];
  const [one, sum] = price === null ? ['', ''] : [kopecks(price), kopecks(price) * taken];
  const unpriced = price === null ? [`цена ${NO_PRICE}`] : [];
  const note = [...short, ...unpriced, ...remarks].join('; ');
  const kind = marks.join(', ');
  return [article, amount, part.article, name, kind, shownMaker(part), stock, taken, inStock, one, sum, note];
}
