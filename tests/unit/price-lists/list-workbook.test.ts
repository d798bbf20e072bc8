import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { BLANK_POSITION } from '../../../contract/catalogue/columns.ts';
import { positionAnswer } from '../../../server/catalogue/context/position.ts';
import { listWorkbook } from '../../../server/catalogue/search/list-workbooks.ts';

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
