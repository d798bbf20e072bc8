import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { columnsOf } from '../../../server/price-lists/rules/form-fields.ts';
import { hasTotalWords, TotalRows } from '../../../server/price-lists/rules/totals.ts';

type Value = string | number | null;

/** Rows from row 1 whose cells stand from column 1: article, title, price, stock. */
const sheet = (...rows: readonly (readonly Value[])[]) =>
  rows.map((values, at) => ({
    row: at + 1,
    cells: new Map(
      values.flatMap((value, column): [number, Cell][] => {
        if (value === null || value === '') return [];
        const cell: Cell =
          typeof value === 'number'
            ? { kind: 'number', text: String(value), number: value }
            : { kind: 'text', text: value };
        return [[column + 1, cell]];
      }),
    ),
  }));
const GIVEN = {
  columns: columnsOf({ article: '1', title: '2', price: '3', amount: '4', manufacturer: '5', code: '6' }),
  moreAmounts: [],
};

const isTotal = (...values: Value[]): boolean => sheet(values).some((row) => hasTotalWords(row, GIVEN));

/** The rows that are totals by their numbers. */
function totalsIn(...rows: readonly (readonly Value[])[]): number[] {
  const totals = new TotalRows(GIVEN);
  const waiting = sheet(...rows).filter((row) => totals.take(row));
  return waiting.filter(({ row }) => totals.isTotal(row)).map(({ row }) => row);
}

describe('the words of a total', () => {
  it.each<Value[]>([
    ['Итого', null, 200, 10],
    ['ИТОГО:', null, 200, 10],
    ['И т о г о :', null, 200, 10],
    [null, 'Итого по группе «Насосы»', null, 10],
    ['ИТОГО ПО СКЛАДУ', null, null, 10],
    ['12', 'Итого:', 200, 10],
    ['Всего наименований 2, на сумму 1000 руб.'],
    [null, 'Всего:', 12_000, 7],
    [null, 'Общий итог', null, 7],
    [null, 'Подытог', null, 7],
    ['Насосы Итог', null, null, 10],
    ['Grand Total', null, 200, 10],
    ['Total', null, 200, 10],
    ['TOTAL:', null, null, 10],
    [null, 'Filters Subtotal', 200, 10],
    [null, 'В том числе НДС', 40],
    [null, 'НДС 20%', 40],
    [null, 'Сумма', 40],
    [null, null, 300, 5, null, 'Итого'],
  ])('are seen in %o', (...values) => {
    expect(isTotal(...values)).toBe(true);
  });

  it.each<Value[]>([
    ['213765', 'TOTAL Quartz 9000 5W-40', 3_200, 10],
    ['TQ-9000', 'Total', 3_200, 10, 'TOTAL'],
    ['IT-1', 'Итог-М ключ', 5, 4],
    ['AB-1', 'Итого-Авто насос', 5, 1],
    ['AB-2', 'ВСЕГО-5 герметик', 6, 2],
    ['TOTAL'],
    [null, 'Масла TOTAL'],
    ['A-1', 'Сумматор', 10, 1],
    ['A-1', 'Фильтр «Итоговый»', 10, 1],
    ['ИТ-12', 'Реле', 10, 1],
    ['SUM-7', 'Sum', 10, 1],
    ['A-1', 'Комплект: 4 шт. всего', 10, 1],
  ])('are not in the name of goods or a brand: %o', (...values) => {
    expect(isTotal(...values)).toBe(false);
  });
});

describe('the numbers of a total', () => {
  it('are the stock of the group below it, also of groups within groups', () => {
    const goods = (name: string, stock: number): Value[] => [name, 'Насос', 100, stock];
    expect(
      totalsIn(
        ['Насосы', null, null, 20],
        ['Дренажные', null, 104.5, 12],
        goods('A1', 4),
        goods('A2', 8),
        ['Фекальные', null, 99, 8],
        goods('B1', 5),
        goods('B2', 3),
      ),
    ).toEqual([1, 2, 5]);
  });

  it('are the sum of the rows above it, of prices too, and of money', () => {
    const goods: Value[][] = [
      ['A1', 'Фильтр', 100, 2],
      ['A2', 'Втулка', 50.5, 3],
    ];
    expect(totalsIn(...goods, [null, null, 150.5, 5])).toEqual([3]);
    expect(totalsIn(...goods, ['Группа 1', null, 150.5])).toEqual([3]);
    expect(totalsIn(...goods, ['', 'Группа 1', 351.5])).toEqual([3]);
    expect(totalsIn(...goods, ['', 'Группа 1', 351.5], ...goods, [null, 'Группа 2', null, 5])).toEqual([3, 6]);
  });

  it('show groups with code and name that have a stock and no price, where nearly all of them sum up', () => {
    const group = (code: string, stock: number): Value[] => [code, 'Насосы', null, stock];
    const goods = (code: string, stock: number): Value[] => [code, 'Насос', 100, stock];
    expect(
      totalsIn(group('001', 7), goods('A1', 4), goods('A2', 3), group('002', 9), goods('B1', 9), goods('B2', 0)),
    ).toEqual([1, 4]);
    expect(totalsIn(group('001', 7), goods('A1', 4), goods('A2', 1), group('002', 9), goods('B1', 9))).toEqual([]);
  });

  it('show what all rows with a word alone are, where enough of them sum up', () => {
    const goods = (article: string): Value[] => [article, 'Насос', 100, 4];
    const group = (stock: number): Value[] => ['Насосы', null, 104.5, stock];
    const known: Value[] = ['A7', null, 100, 4];
    const sections = [group(8), goods('A1'), goods('A2'), group(8), goods('A3'), goods('A4'), known];
    expect(totalsIn(...sections, group(9), goods('A5'))).toEqual([1, 4, 8]);
    expect(totalsIn(...sections.slice(3), group(9), goods('A5'))).toEqual([1]);
  });

  it('are both sums in a row that may be goods without an article', () => {
    const goods: Value[][] = [
      ['A1', 'Фильтр', 100, 2],
      ['A2', 'Втулка', 50, 3],
    ];
    expect(totalsIn(...goods, [null, 'Кольцо 12', 70, 5])).toEqual([]);
    expect(totalsIn(...goods, [null, 'Склад 12', 150, 5])).toEqual([3]);
    expect(totalsIn(...goods, [null, 'Склад 12', 350, 5])).toEqual([3]);
  });

  it('are no sum where goods just lack a price or a title', () => {
    expect(totalsIn(['A1', 'Фильтр', null, 5], ['A2', 'Втулка', 10, 5], ['A3', 'Кольцо', 10, 7])).toEqual([]);
    expect(totalsIn(['A1', 'Фильтр', 10, 5], ['A2', null, 10, 5], ['A3', 'Кольцо', 10, 7])).toEqual([]);
    expect(totalsIn(['A1', 'Фильтр', 10, 1], ['A2', 'Втулка', 20, 2], ['A3', 'Кольцо', 30, 3])).toEqual([]);
  });
});
