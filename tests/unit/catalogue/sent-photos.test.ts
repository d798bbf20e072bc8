import { expect, test } from 'vitest';
import { partsOf } from '../../../src/lib/catalogue/photo-runs.ts';

const MB = 1024 * 1024;
const file = (name: string, megabytes = 1) => ({ name, size: megabytes * MB });
const namesOf = (files: Parameters<typeof partsOf>[0]) => partsOf(files).map((part) => part.map(({ name }) => name));

test('photos are sent in parts that are neither many files nor large', () => {
  expect(namesOf([])).toEqual([]);
  expect(namesOf([file('a', 20), file('b', 12), file('c', 1), file('d.zip', 400), file('e')])).toEqual([
    ['a', 'b'],
    ['c'],
    ['d.zip'],
    ['e'],
  ]);
  const many = Array.from({ length: 250 }, (_, at) => file(`${at}`, 0.1));
  expect(namesOf(many).map(({ length }) => length)).toEqual([100, 100, 50]);
});

test('files that systems leave in a folder are not sent', () => {
  expect(namesOf([file('.DS_Store'), file('Thumbs.db'), file('desktop.ini'), file('a.jpg')])).toEqual([['a.jpg']]);
});
