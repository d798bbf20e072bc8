import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellNames, cellsOnlyIn, countCells, type RightsTree } from '../../../server/people/roles/rights.ts';
import { actionIds, actionList } from '../../../server/portal-database/schema.ts';

const id = fc.integer({ min: 1, max: 4 });
const trees: fc.Arbitrary<RightsTree> = fc
  .array(fc.tuple(id, fc.array(fc.tuple(id, fc.array(id)))))
  .map(
    (directings) =>
      new Map(
        directings.map(([directing, tasks]) => [
          directing,
          new Map(tasks.map(([task, actions]) => [task, new Set(actions)])),
        ]),
      ),
  );

const titles = (letter: string) => Object.fromEntries([1, 2, 3, 4].map((number) => [number, `${letter}${number}`]));
const TITLES = { directings: titles('D'), tasks: titles('T'), actions: titles('A') };

/** Every box of a tree by its name. */
const namesOf = (tree: RightsTree): string[] =>
  [...tree].flatMap(([directing, tasks]) => [
    `D${directing}`,
    ...[...tasks].flatMap(([task, actions]) => [
      `D${directing} / T${task}`,
      ...[...actions].map((action) => `D${directing} / T${task} / A${action}`),
    ]),
  ]);

test('what was, less what was removed, with what was added, is what is', () => {
  fc.assert(
    fc.property(trees, trees, (before, after) => {
      const added = cellsOnlyIn(after, before);
      const removed = cellsOnlyIn(before, after);
      const addedNames = cellNames(added, TITLES, 1_000);
      const removedNames = cellNames(removed, TITLES, 1_000);
      expect([countCells(added), countCells(removed)]).toEqual([addedNames.length, removedNames.length]);
      const kept = namesOf(before).filter((name) => !removedNames.includes(name));
      expect([...kept, ...addedNames].sort()).toEqual(namesOf(after).sort());
    }),
  );
});

test('no more names are given than asked for', () => {
  const tree: RightsTree = new Map([[1, new Map([[2, new Set([1, 2, 3])]])]]);
  const boxes = cellsOnlyIn(tree, new Map());
  expect(cellNames(boxes, TITLES, 3)).toEqual(['D1', 'D1 / T2', 'D1 / T2 / A1']);
  expect(cellNames(boxes, TITLES, 0)).toEqual([]);
});

test('a stored list of actions reads back, and none is the beginning of another', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1e9 })), (ids) => {
      const list = actionList(ids);
      expect(actionIds(list)).toEqual([...ids].sort((first, second) => first - second));
      expect(list === '' || (list.startsWith(',') && list.endsWith(','))).toBe(true);
    }),
  );
});
