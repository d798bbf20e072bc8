import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clear,
  countTicked,
  directingTick,
  fill,
  fillRole,
  findScope,
  type Grid,
  NO_RIGHTS,
  type Rights,
  rightsOf,
  roleTick,
  sameRights,
  taskTick,
  tick,
  untick,
  wholeScope,
  withinGrid,
} from '../../../src/lib/access/access-rules.ts';

const named = (...titles: string[]) => titles.map((title, index) => ({ id: index + 1, title }));
const grid: Grid = {
  directings: named('Закупки', 'Склад', 'Учёт'),
  tasks: named('Договор', 'Счёт', 'Накладная', 'Отчёт'),
  actions: named('Создать', 'Редактировать', 'Удалить'),
};
const plain = (rights: Rights) =>
  Object.fromEntries(
    [...rights].map(([id, tasks]) => [
      id,
      Object.fromEntries([...tasks].map(([task, actions]) => [task, [...actions].sort()])),
    ]),
  );

/** Any rights that the grid allows. */
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
const anyBox = fc.record({
  directing: fc.constantFrom(1, 2, 3),
  task: fc.constantFrom(1, 2, 3, 4),
  action: fc.constantFrom(1, 2, 3),
});

describe('the boxes of a role', () => {
  test('a ticked action ticks its task and its direction', () => {
    expect(plain(tick(NO_RIGHTS, { directing: 2, task: 3, action: 1 }))).toEqual({ 2: { 3: [1] } });
  });

  test('a direction or a task may be ticked alone', () => {
    const rights = tick(tick(NO_RIGHTS, { directing: 1 }), { directing: 2, task: 4 });
    expect(plain(rights)).toEqual({ 1: {}, 2: { 4: [] } });
  });

  test('ticking a parent again keeps what is ticked below it', () => {
    const rights = tick(NO_RIGHTS, { directing: 1, task: 1, action: 2 });
    expect(plain(tick(tick(rights, { directing: 1 }), { directing: 1, task: 1 }))).toEqual({ 1: { 1: [2] } });
  });

  test('an unticked parent takes its children with it and leaves its neighbours', () => {
    const whole = fill(NO_RIGHTS, wholeScope(grid), grid.actions);
    expect(untick(whole, { directing: 2 }).has(2)).toBe(false);
    expect(untick(whole, { directing: 2, task: 1 }).get(2)?.size).toBe(3);
    expect(untick(whole, { directing: 2, task: 1 }).get(1)?.size).toBe(4);
    expect([...(untick(whole, { directing: 2, task: 1, action: 1 }).get(2)?.get(1) ?? [])]).toEqual([2, 3]);
  });

  test('unticking what is not ticked changes nothing', () => {
    fc.assert(
      fc.property(anyRights, anyBox, (rights, box) => {
        const off = untick(rights, box);
        expect(sameRights(untick(off, box), off)).toBe(true);
        if (!rights.get(box.directing)?.get(box.task)?.has(box.action)) expect(sameRights(off, rights)).toBe(true);
      }),
    );
  });

  test('nothing is ever changed in place, and a tick is undone by its untick', () => {
    fc.assert(
      fc.property(anyRights, anyBox, (rights, box) => {
        const before = JSON.stringify(plain(rights));
        const ticked = tick(rights, box);
        expect(ticked.get(box.directing)?.get(box.task)?.has(box.action)).toBe(true);
        const unticked = untick(ticked, box);
        expect(unticked.get(box.directing)?.get(box.task)?.has(box.action)).toBe(false);
        expect(unticked.get(box.directing)?.has(box.task)).toBe(true);
        expect(JSON.stringify(plain(rights))).toBe(before);
      }),
    );
  });
});

describe('«Выделить все» and «Снять все»', () => {
  test('fill and empty a role', () => {
    const whole = fill(NO_RIGHTS, wholeScope(grid), grid.actions);
    expect(countTicked(whole)).toEqual({ tasks: 12, actions: 36 });
    expect(clear(whole, wholeScope(grid)).size).toBe(0);
  });

  test('touch only their part', () => {
    const scope = new Map([[2, grid.tasks.slice(0, 2)]]);
    const rights = fill(tick(NO_RIGHTS, { directing: 1, task: 1 }), scope, grid.actions);
    expect(plain(rights)).toEqual({ 1: { 1: [] }, 2: { 1: [1, 2, 3], 2: [1, 2, 3] } });
    expect(plain(clear(rights, scope))).toEqual({ 1: { 1: [] } });
  });
});

describe('half-ticked parents', () => {
  test('follow what lies below them', () => {
    const half = tick(NO_RIGHTS, { directing: 1, task: 1, action: 1 });
    const whole = fillRole(NO_RIGHTS, grid);
    expect(taskTick(undefined, 3)).toBe('off');
    expect(taskTick(half.get(1)?.get(1), 3)).toBe('half');
    expect(taskTick(new Set(), 3)).toBe('on');
    expect(taskTick(new Set([1, 2, 3]), 3)).toBe('on');
    expect(directingTick(undefined, grid)).toBe('off');
    expect(directingTick(half.get(1), grid)).toBe('half');
    expect(directingTick(new Map(), grid)).toBe('on');
    expect(directingTick(whole.get(1), grid)).toBe('on');
    expect(roleTick(NO_RIGHTS, grid)).toBe('off');
    expect(roleTick(half, grid)).toBe('half');
    expect(roleTick(whole, grid)).toBe('on');
    expect(roleTick(untick(whole, { directing: 3, task: 4, action: 3 }), grid)).toBe('half');
  });

  test('a role is whole exactly when one more «Выделить все» would change nothing', () => {
    fc.assert(
      fc.property(anyRights, (rights) => {
        const whole = fillRole(rights, grid);
        expect(roleTick(whole, grid)).toBe('on');
        expect(roleTick(rights, grid) === 'on').toBe(sameRights(rights, whole));
      }),
    );
  });
});

describe('rights that came from the server', () => {
  test('lose what is no longer in the lists', () => {
    const role = {
      directings: [
        { id: 1, title: '', tasks: [{ id: 1, title: '', actions: [{ id: 9, title: '' }] }] },
        { id: 8, title: '', tasks: [] },
      ],
    };
    expect(plain(rightsOf(role, grid))).toEqual({ 1: { 1: [] } });
  });

  test('are the same whatever the order of their rows', () => {
    const one = tick(tick(NO_RIGHTS, { directing: 1, task: 1 }), { directing: 2, task: 2 });
    const other = tick(tick(NO_RIGHTS, { directing: 2, task: 2 }), { directing: 1, task: 1 });
    expect(sameRights(one, other)).toBe(true);
    expect(sameRights(one, tick(other, { directing: 3 }))).toBe(false);
    expect(sameRights(withinGrid(one, grid), one)).toBe(true);
  });
});

describe('the search in the grid', () => {
  test('finds directions with all their tasks, and tasks in every direction', () => {
    expect(findScope(grid, '  ')).toBeNull();
    expect([...(findScope(grid, 'склад') ?? [])]).toEqual([[2, grid.tasks]]);
    const byTask = findScope(grid, 'НАКЛ');
    expect([...(byTask?.keys() ?? [])]).toEqual([1, 2, 3]);
    expect(byTask?.get(1)).toEqual([grid.tasks[2]]);
    expect(findScope(grid, 'учет')?.get(3)).toEqual(grid.tasks);
    expect(findScope(grid, 'нет такого')?.size).toBe(0);
  });
});
