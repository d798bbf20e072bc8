import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUp,
  countMarks,
  findTasks,
  gridFilterOf,
  hasMark,
  manyTick,
  NO_RIGHTS,
  type Rights,
  SEES,
  sameRights,
  setMark,
  setMarks,
  tick,
  tickStanding,
  untick,
  withGridFilter,
} from '../../../src/lib/access/access-rules.ts';
import { combineRights, countAllChanges } from '../../../src/lib/access/rights-changes.ts';

const TASKS = ['Договор', 'Счёт', 'Накладная', 'Отчёт'].map((title, at) => ({ id: at + 1, title }));
const COLUMNS = [SEES, 1, 2, 3];

const anyRights = fc
  .dictionary(
    fc.constantFrom('1', '2', '3'),
    fc.dictionary(fc.constantFrom('1', '2', '3', '4'), fc.uniqueArray(fc.constantFrom(1, 2, 3))),
  )
  .map(
    (tree): Rights =>
      new Map(
        Object.entries(tree).map(([directing, tasks]) => [
          Number(directing),
          new Map(Object.entries(tasks).map(([task, actions]) => [Number(task), new Set(actions)])),
        ]),
      ),
  );
const anyScope = fc
  .dictionary(fc.constantFrom('1', '2', '3'), fc.subarray(TASKS))
  .map((scope) => new Map(Object.entries(scope).map(([id, shown]) => [Number(id), shown])));
const anyColumns = fc.subarray(COLUMNS, { minLength: 1 });

describe('a box that stands for many', () => {
  test('is mixed as long as some of its boxes are ticked and some are not', () => {
    expect([manyTick(0, 3), manyTick(1, 3), manyTick(3, 3), manyTick(0, 0)]).toEqual(['off', 'half', 'on', 'off']);
  });

  test('counts the shown tasks by column, and only those', () => {
    const tasks = new Map([
      [1, new Set([1, 2])],
      [2, new Set<number>()],
      [4, new Set([1])],
    ]);
    expect(countMarks(tasks, TASKS, COLUMNS)).toEqual([3, 2, 1, 0]);
    expect(countMarks(tasks, TASKS.slice(1, 3), COLUMNS)).toEqual([1, 0, 0, 0]);
    expect(countMarks(undefined, TASKS, COLUMNS)).toEqual([0, 0, 0, 0]);
    expect(addUp([countMarks(tasks, TASKS, COLUMNS), [1, 1, 1, 1]], 4)).toEqual([4, 3, 2, 1]);
    expect(addUp([], 4)).toEqual([0, 0, 0, 0]);
  });

  test('sets exactly its marks and those above them, and leaves the rest alone', () =>
    fc.assert(
      fc.property(anyRights, anyScope, anyColumns, (rights, scope, columns) => {
        const after = setMarks(rights, scope, columns, true, rights);
        for (const directing of [1, 2, 3])
          for (const task of TASKS)
            for (const column of COLUMNS) {
              const isMeant = scope.get(directing)?.includes(task) ?? false;
              const was = hasMark(rights.get(directing)?.get(task.id), column);
              const isSet = isMeant && (columns.includes(column) || column === SEES);
              expect(hasMark(after.get(directing)?.get(task.id), column)).toBe(was || isSet);
            }
      }),
    ));

  test('clears exactly its marks and what cannot be without them', () =>
    fc.assert(
      fc.property(anyRights, anyScope, anyColumns, (rights, scope, columns) => {
        const after = setMarks(rights, scope, columns, false, rights);
        for (const directing of [1, 2, 3])
          for (const task of TASKS)
            for (const column of COLUMNS) {
              const isMeant = scope.get(directing)?.includes(task) ?? false;
              const was = hasMark(rights.get(directing)?.get(task.id), column);
              const isCleared = isMeant && (columns.includes(column) || columns.includes(SEES));
              expect(hasMark(after.get(directing)?.get(task.id), column)).toBe(was && !isCleared);
            }
      }),
    ));
});

describe('one mark', () => {
  test('set and taken back leaves no change behind, not even in a direction that nobody sees', () =>
    fc.assert(
      fc.property(anyRights, fc.constantFrom(1, 2, 3), fc.constantFrom(1, 2, 3, 4), (base, directing, task) => {
        fc.pre(!base.get(directing)?.has(task));
        const at = { directing, task };
        const back = setMark(setMark(base, at, 2, true, base), at, SEES, false, base);
        expect(sameRights(back, base)).toBe(true);
      }),
    ));

  test('takes an emptied direction away, so that nothing stays ticked out of sight', () => {
    const base = tick(NO_RIGHTS, { directing: 1, task: 1 });
    expect(setMark(base, { directing: 1, task: 1 }, SEES, false, base).size).toBe(0);
  });
});

describe('the count of changes', () => {
  const countChanges = (base: Rights, current: Rights) =>
    countAllChanges(new Set([1]), new Map([[1, base]]), new Map([[1, current]]));

  test('is that of the boxes a person sees change', () => {
    const base = tick(tick(NO_RIGHTS, { directing: 1, task: 1, action: 1 }), { directing: 1, task: 2 });
    const more = tick(base, { directing: 2, task: 1, action: 3 });
    expect(countChanges(base, base)).toBe(0);
    expect(countChanges(base, more)).toBe(2);
    expect(countChanges(more, base)).toBe(2);
    expect(countChanges(base, untick(base, { directing: 1, task: 1, action: 1 }))).toBe(1);
    expect(countChanges(base, tickStanding(base, 1, true))).toBe(1);
    // A direction ticked alone: the page level by level can do that.
    expect(countChanges(NO_RIGHTS, tick(NO_RIGHTS, { directing: 1 }))).toBe(1);
    expect(countAllChanges(new Set([1, 2]), new Map([[1, base]]), new Map([[1, more]]))).toBe(2);
  });

  test('is nothing exactly for equal rights', () =>
    fc.assert(
      fc.property(anyRights, anyRights, (one, other) => {
        const same = sameRights(one, other);
        if (same) expect(countChanges(one, other)).toBe(0);
        expect(countChanges(one, other)).toBe(countChanges(other, one));
        // A direction that stays, but loses its last task, shows in the tasks.
        expect(countChanges(one, other) > 0).toBe(!same);
      }),
    ));
});

describe('the changes of two administrators together', () => {
  test('keep what each has changed, and what neither has', () => {
    const base = tick(tick(NO_RIGHTS, { directing: 1, task: 1, action: 1 }), { directing: 1, task: 2, action: 1 });
    const ours = untick(tick(base, { directing: 2, task: 1 }), { directing: 1, task: 2 });
    const theirs = tick(untick(base, { directing: 1, task: 1, action: 1 }), { directing: 1, task: 1, action: 3 });
    const both = combineRights(base, ours, theirs);
    expect([...(both.get(1)?.get(1) ?? [])]).toEqual([3]);
    expect([both.get(1)?.has(2), both.get(2)?.has(1)]).toEqual([false, true]);
  });

  test('are those of one where the other has changed nothing, and the same from both sides', () =>
    fc.assert(
      fc.property(anyRights, anyRights, anyRights, (base, ours, theirs) => {
        expect(sameRights(combineRights(base, ours, base), ours)).toBe(true);
        expect(sameRights(combineRights(base, base, theirs), theirs)).toBe(true);
        expect(sameRights(combineRights(base, ours, theirs), combineRights(base, theirs, ours))).toBe(true);
      }),
    ));
});

test('the filter of the table lives in the address, beside what else stands there', () => {
  const filter = { role: 3, directing: 7, task: 'счёт & акт' };
  const query = withGridFilter('?view=grid', filter);
  expect(gridFilterOf(query)).toEqual(filter);
  expect(query).toContain('view=grid');
  expect(withGridFilter(query, { role: null, directing: null, task: '  ' })).toBe('?view=grid');
  expect(gridFilterOf('?role=x&directing=-1')).toEqual({ role: null, directing: null, task: '' });
  expect(withGridFilter('', { role: null, directing: null, task: '' })).toBe('');
});

test('types of documents are found by a part of their titles, «ё» or not', () => {
  expect(findTasks(TASKS, ' отчет ').map(({ id }) => id)).toEqual([4]);
  expect(findTasks(TASKS, '  ')).toBe(TASKS);
});
