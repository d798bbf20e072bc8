import { expect, test } from 'vitest';
import { readOptions } from '../../../bench/options.ts';
import { PARTS } from '../../../bench/parts.ts';
import { quantilesOf } from '../../../bench/quantiles.ts';
import { tableOf } from '../../../bench/table.ts';

test('quantiles are values that were measured, whatever their order', () => {
  const values = Array.from({ length: 200 }, (_, at) => 200 - at);
  expect(quantilesOf(values)).toEqual({ p50: 100, p99: 198 });
  expect(quantilesOf([7])).toEqual({ p50: 7, p99: 7 });
});

const namesOf = (args: readonly string[]) => readOptions(args).parts.map(({ name }) => name);

test('the parts of a benchmark come in the order of their list', () => {
  expect(readOptions([])).toMatchObject({ count: 1_000_000, parts: PARTS, attacks: [], small: false });
  expect(namesOf(['--only=import,sizes', '--count=5000'])).toEqual(['sizes', 'import']);
  expect(namesOf(['--only=abuse', '--attack=flood'])).toEqual(['abuse']);
  expect(readOptions(['--attack=flood'])).toMatchObject({ attacks: ['flood'] });
  expect(readOptions(['--small'])).toMatchObject({ count: 2_000, small: true, parts: PARTS });
});

test('no two parts of a benchmark have one name or one heading', () => {
  const scale = { count: 2_000, small: true, engine: 'sqlite' } as const;
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
  expect(new Set(PARTS.map((part) => part.title(scale))).size).toBe(PARTS.length);
});

test('servers stand on PostgreSQL when there is one, unless the embedded database is asked for', () => {
  const address = '--postgres=postgres://localhost/postgres';
  expect(readOptions([])).toMatchObject({ engine: 'sqlite', postgres: null });
  expect(readOptions([address])).toMatchObject({ engine: 'postgres' });
  expect(readOptions([address, '--engine=sqlite'])).toMatchObject({
    engine: 'sqlite',
    postgres: 'postgres://localhost/postgres',
  });
});

test('a benchmark of nothing known is refused with a line that says what there is', () => {
  const names = PARTS.map(({ name }) => name).join(', ');
  expect(() => readOptions(['--only=speed'])).toThrow(`--only takes ${names}; not speed`);
  expect(() => readOptions(['--attack=war'])).toThrow('--attack takes slow-bodies, flood');
  expect(() => readOptions(['--count=many'])).toThrow('--count takes a number of positions');
  expect(() => readOptions(['--engine=duck'])).toThrow('--engine takes sqlite or postgres');
  expect(() => readOptions(['--engine=postgres'])).toThrow('--engine=postgres needs --postgres');
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
