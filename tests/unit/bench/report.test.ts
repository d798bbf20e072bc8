import { expect, test } from 'vitest';
import { readOptions } from '../../../bench/options.ts';
import { quantilesOf } from '../../../bench/quantiles.ts';
import { tableOf } from '../../../bench/table.ts';

test('quantiles are values that were measured, whatever their order', () => {
  const values = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(quantilesOf(values)).toEqual({ p50: 100, p99: 198 });
  expect(quantilesOf([7])).toEqual({ p50: 7, p99: 7 });
});

test('the parts of a benchmark come in the order in which they can be measured', () => {
  expect(readOptions([])).toMatchObject({ count: 1_000_000, postgres: null, folder: null, attacks: [] });
  expect(readOptions(['--only=abuse', '--attack=flood', '--small'])).toMatchObject({
    parts: ['abuse'],
    attacks: ['flood'],
    small: true,
  });
  expect(readOptions(['--only=import,sizes', '--count=5000']).parts).toEqual(['sizes', 'import']);
});

test('a benchmark of nothing known is refused with a line that says what there is', () => {
  expect(() => readOptions(['--only=speed'])).toThrow(
    '--only takes sizes, site, lighthouse, markup, accounts, rights, access-page, documents, pricelist, search, import, copies, abuse',
  );
  expect(() => readOptions(['--count=many'])).toThrow('--count takes a number of positions');
});

test('a table has a goal beside each figure that has one', () => {
  const table = tableOf('Search', [
    { name: 'exact', figure: '1 ms', goal: '≤ 5 ms' },
    { name: 'deep page', figure: '2 ms' },
  ]);
  expect(table.split('\n')).toEqual([
    '| Search    | Figure | Goal   |',
    '| --------- | ------ | ------ |',
    '| exact     | 1 ms   | ≤ 5 ms |',
    '| deep page | 2 ms   |        |',
  ]);
});
