import { expect, test } from 'vitest';
import type { Cell } from '../../../server/platform/sheet-reader/messages.ts';
import { readCrossRow } from '../../../server/price-lists/cross-files/cross-rows.ts';

test.each([
  ['740.1003010', ['740.1003010']],
  ['740.1003010; 7405.1003010;', ['740.1003010', '7405.1003010']],
  ['P-1\r\nP-2\n\nP-3', ['P-1', 'P-2', 'P-3']],
  ['740.1003010,7405.1003010', ['740.1003010', '7405.1003010']],
  ['P-1, P-2', ['P-1', 'P-2']],
  ['12,5', ['12,5']],
  ['ЭФВ 721,05-01', ['ЭФВ 721,05-01']],
  ['238Б/1601130', ['238Б/1601130']],
  [' ; ', []],
])('the cell «%s» holds these articles', (text, articles) => {
  expect(read('A-1', '', text).crosses.map(({ cross }) => cross.article)).toEqual(articles);
});

const COLUMNS = { article: 1, maker: 2, cross: 3, crossMaker: 4 };
const textCell = (value: string): Cell => ({ kind: 'text', text: value });
const read = (...cells: (Cell | string)[]) =>
  readCrossRow(
    { row: 7, cells: new Map(cells.map((cell, at) => [at + 1, typeof cell === 'string' ? textCell(cell) : cell])) },
    COLUMNS,
  );

test('each cross of a cell has the one maker beside it, or its own of as many', () => {
  const makersOf = (...cells: string[]) =>
    read('A-1', '', ...cells).crosses.map(({ cross }) => [cross.article, cross.manufacturer]);
  expect(makersOf('P-1; P-2', 'Bosch')).toEqual([
    ['P-1', 'Bosch'],
    ['P-2', 'Bosch'],
  ]);
  expect(makersOf('P-1; P-2', 'Bosch, MANN')).toEqual([
    ['P-1', 'Bosch'],
    ['P-2', 'MANN'],
  ]);
  expect(makersOf('P-1; P-2', '—')).toEqual([
    ['P-1', ''],
    ['P-2', ''],
  ]);
});

test('a date, an error of a formula, and what is too long are told with their column', () => {
  const codes = (...cells: (Cell | string)[]) => read(...cells).errors.map(({ code, column }) => [code, column]);
  expect(codes({ kind: 'date', text: '12.01.2026' }, '', 'P-1')).toEqual([['article-date', 'A']]);
  expect(codes('A-1', '', { kind: 'error', text: '#Н/Д' })).toEqual([['formula-error', 'C']]);
  expect(codes('A-1', '', `1${'x'.repeat(100)}`)).toEqual([['too-long', 'C']]);
  expect(codes('A-1', '', 'P-1')).toEqual([]);
});

test('a row without an article or a cross is passed over, a blank one says nothing', () => {
  expect(read('', '', 'P-1').skipped?.code).toBe('no-article');
  expect(read('A-1', '', 'нет').skipped?.code).toBe('no-cross');
  expect(read({ kind: 'empty', text: '' })).toEqual({ crosses: [], errors: [], skipped: null });
});
