import { expect, test } from 'vitest';
import { RemarkGroups } from '../../../server/price-lists/rules/form-fields.ts';

const remark = (row: number, message = 'Не число', column: string | null = 'C', text = 'x') => ({
  row,
  column,
  code: 'number',
  message,
  text,
});

function groupsOf(...remarks: ReturnType<typeof remark>[]) {
  const groups = new RemarkGroups();
  for (const each of remarks) groups.add(each);
  return groups.list();
}

test('equal errors are one group with its rows as ranges, in whatever order they came', () => {
  const rows = [7, 8, 9, 40, 5, 6, 40].map((row) => remark(row));
  expect(groupsOf(...rows)).toEqual([
    { code: 'number', message: 'Не число', column: 'C', text: 'x', count: 7, rows: '5–9, 40' },
  ]);
});

test('columns and kinds stand apart, the most frequent first; numbers and quotations in words do not', () => {
  const found = groupsOf(
    remark(1, 'Не число', 'D'),
    remark(2, 'Та же позиция, что в строке 1: «А» и «Б»', null),
    remark(3, 'Та же позиция, что в строке 2: «В» и «Г»', null),
  );
  expect(found.map(({ column, count, rows }) => [column, count, rows])).toEqual([
    [null, 2, '2–3'],
    ['D', 1, '1'],
  ]);
});

test('many ranges are cut, the count is not', () => {
  const [group] = groupsOf(...Array.from({ length: 5_000 }, (_, at) => remark(at * 2 + 1)));
  expect(group?.count).toBe(5_000);
  expect(group?.rows).toMatch(/^1, 3, .*23…$/);
});
