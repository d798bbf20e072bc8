import { expect, test } from 'vitest';
import { accessForm } from '../../../src/lib/access/access-form.ts';
import { type Grid, NO_RIGHTS, tick, tickStanding } from '../../../src/lib/access/access-rules.ts';
import { compareRights } from '../../../src/lib/access/compare-rights.ts';
import { changedRoles, mergeRights } from '../../../src/lib/access/rights-changes.ts';

const grid: Grid = {
  directings: [
    { id: 10, title: 'Закупки' },
    { id: 20, title: 'Склад' },
  ],
  tasks: [
    { id: 3, title: 'Договор' },
    { id: 4, title: 'Счёт' },
  ],
  actions: [
    { id: 1, title: 'Создать' },
    { id: 2, title: 'Удалить' },
  ],
};
const action = tick(NO_RIGHTS, { directing: 10, task: 3, action: 1 });

test('rights are sent under the names of the form, parents included', () => {
  const rights = tick(tick(tick(action, { directing: 10, task: 3, action: 2 }), { directing: 10, task: 4 }), {
    directing: 20,
  });
  expect(accessForm(new Map([[7, rights]]))).toEqual({
    id_7: { action: '', id_10: { 0: 'on', id_3: { 0: 'on', id_1: 'on', id_2: 'on' }, id_4: ['on'] }, id_20: ['on'] },
  });
});

test('standing actions are sent by themselves, always named', () => {
  const standing = tickStanding(NO_RIGHTS, 1, true);
  expect(accessForm(new Map([[7, standing]]))).toEqual({ id_7: { action: { id_1: 'on' } } });
  expect(accessForm(new Map([[7, tickStanding(standing, 1, false)]]))).toEqual({ id_7: '' });
});

test('a role that allows nothing is sent empty, and only named roles are sent', () => {
  expect(accessForm(new Map([[7, NO_RIGHTS]]))).toEqual({ id_7: '' });
  expect(accessForm(new Map())).toEqual({});
});

test('only roles with other ticks than saved count as changed', () => {
  const base = new Map([
    [1, action],
    [2, NO_RIGHTS],
  ]);
  expect(changedRoles(base, base)).toEqual([]);
  const retyped = tick(NO_RIGHTS, { directing: 10, task: 3, action: 1 });
  expect(changedRoles(base, new Map([...base, [1, retyped]]))).toEqual([]);
  expect(changedRoles(base, new Map([...base, [2, action]]))).toEqual([2]);
});

test('unsaved ticks stay upon a newer state, which is told apart where both changed a role', () => {
  const ours = tick(action, { directing: 20, task: 4 });
  const theirs = tick(NO_RIGHTS, { directing: 20 });
  const base = new Map([
    [1, action],
    [2, NO_RIGHTS],
    [3, action],
    [4, action],
  ]);
  const current = new Map([...base, [1, ours], [2, ours], [4, ours]] as const);
  const fresh = new Map([
    [1, theirs],
    [2, NO_RIGHTS],
    [3, theirs],
    [5, theirs],
  ]);
  const merged = mergeRights(base, current, fresh, grid);
  expect(merged.clashing).toEqual([1]);
  expect(merged.gone).toEqual([4]);
  expect([...merged.current.keys()]).toEqual([1, 2, 3, 5]);
  expect(merged.current.get(1)).toEqual(ours);
  expect(merged.current.get(2)).toEqual(ours);
  expect(merged.current.get(3)).toBe(theirs);
});

test('two roles are compared pair by pair', () => {
  const other = tick(tick(NO_RIGHTS, { directing: 10, task: 3, action: 2 }), { directing: 20, task: 4 });
  const [directing, task] = [grid.directings[0], grid.tasks[0]];
  expect(compareRights(action, other, grid)).toEqual([
    { directing, task, left: { sees: true, only: [grid.actions[0]] }, right: { sees: true, only: [grid.actions[1]] } },
    {
      directing: grid.directings[1],
      task: grid.tasks[1],
      left: { sees: false, only: [] },
      right: { sees: true, only: [] },
    },
  ]);
  expect(compareRights(action, action, grid)).toEqual([]);
});
