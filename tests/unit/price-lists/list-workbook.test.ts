import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { describe, expect, it, test } from 'vitest';
import { BLANK_POSITION } from '../../../contract/catalogue/columns.ts';
import { positionAnswer } from '../../../server/catalogue/context/position.ts';
import { listWorkbook } from '../../../server/catalogue/search/list-workbooks.ts';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { bookValue } from '../../../server/price-lists/history/workbooks.ts';

const position = positionAnswer(
  {
    ...BLANK_POSITION,
    id: 7,
    brand_id: 1,
    brand_title: 'КАМАЗ',
    provider_id: 3,
    article: '740.1003010-20',
    title: 'Головка блока',
    price: 1_840_050,
    amount: 3,
    alias: 'golovka',
    ...{ public_name: '', delivery_from: null, delivery_to: null },
  },
  0,
);

test('a search by list becomes a workbook that names what was found and what was not', async () => {
  const rows = [
    { article: '7401003010 20', positions: [position] },
    { article: '=нет-такого', positions: [] },
  ];
  const file = await buffer(listWorkbook({ rows, found: 1, missing: 1, ignored: 0 }));
  const sheet = read(file).Sheets['Поиск списком'];
  expect(sheet && utils.sheet_to_json(sheet)).toEqual([
    {
      Запрос: '7401003010 20',
      Артикул: '740.1003010-20',
      Наименование: 'Головка блока',
      Бренд: 'КАМАЗ',
      Склад: 'Склад № 3',
      Количество: 3,
      'Цена, ₽': 18400.5,
    },
    { Запрос: '=нет-такого', Наименование: 'не найдено' },
  ]);
});

describe('a cell in the workbook of errors', () => {
  const number = (value: number, shown = String(value)): Cell => ({ kind: 'number', text: shown, number: value });
  const text = (shown: string): Cell => ({ kind: 'text', text: shown });

  it.each<[Cell | undefined, boolean, string | number]>([
    [number(1250.5), false, 1250.5],
    [number(1250.5, '1 250,50'), false, 1250.5],
    [number(-3), false, -3],
    [number(123, '00123'), false, '00123'],
    [number(123, '00-123'), false, '00-123'],
    [number(12.5, '12,50 €'), false, '12,50 €'],
    [number(0.15, '15%'), false, '15%'],
    [number(1234567890123456, '1234567890123456'), false, '1234567890123456'],
    [{ kind: 'date', text: '01.02.2024', number: 45_323 }, false, '01.02.2024'],
    [text('1250,5'), true, 1250.5],
    [text('7'), true, 7],
    [text('0'), true, 0],
    [text('7'), false, '7'],
    [text('007'), true, '007'],
    [text('1,234'), true, '1,234'],
    [text('1 250'), true, '1 250'],
    [text('непонятно'), true, 'непонятно'],
    [undefined, true, ''],
  ])('%j is what it was in the file, numbers as numbers', (cell, isOfNumbers, value) => {
    expect(bookValue(cell, isOfNumbers)).toBe(value);
  });
});
