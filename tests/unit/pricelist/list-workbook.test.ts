import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { Position } from '../../../contract/bridge.ts';
import { listWorkbook } from '../../../server/bridge/pricelist/list-workbook.ts';

const position: Position = {
  id: 7,
  createdAt: '2026-01-01T00:00:00.000Z',
  brandId: 1,
  brantTitle: 'КАМАЗ',
  providerId: 3,
  stock: 'Склад № 3',
  uid: null,
  code: null,
  article: '740.1003010-20',
  title: 'Головка блока',
  photo: null,
  price: '18400.50',
  amount: 3,
  storage: null,
  weight: '0.00',
  width: '0.00',
  height: '0.00',
  length: '0.00',
  manufacturer: null,
  alias: 'golovka',
};

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
