import { expect, it } from 'vitest';
import type { Role } from '../../../contract/access/access.ts';
import { offeredTypes, stepOf } from '../../../src/lib/documents/create-steps.ts';

type Directing = Role['directings'][number];
const directing = (id: number, ...tasks: number[]): Directing => ({
  id,
  title: `Направление ${id}`,
  tasks: tasks.map((task) => ({ id: task, title: `Тип ${task}`, actions: [] })),
});
const two = [directing(1, 10, 11), directing(2, 20)];

it('the direction is asked for first, then the type, each with an address of its own', () => {
  const first = stepOf(two, {});
  expect(first).toMatchObject({ at: 'directing', previous: null, error: '' });
  expect('options' in first && first.options.map(({ href }) => href)).toEqual([
    '/docflow/create/doc?directing=1',
    '/docflow/create/doc?directing=2',
  ]);
  const second = stepOf(two, { directing: '1' });
  expect(second).toMatchObject({ at: 'task', previous: '/docflow/create/doc' });
  expect('options' in second && second.options.map(({ href }) => href)).toEqual([
    '/docflow/create/doc?directing=1&task=10',
    '/docflow/create/doc?directing=1&task=11',
  ]);
  expect(stepOf(two, { directing: '1', task: '11' })).toMatchObject({
    at: 'form',
    directing: { id: 1 },
    task: { id: 11 },
    previous: '/docflow/create/doc?directing=1',
  });
});

it('the only choice is made unasked, and is no step on the way back', () => {
  expect(stepOf(two, { directing: '2' })).toMatchObject({
    at: 'form',
    task: { id: 20 },
    previous: '/docflow/create/doc',
  });
  expect(stepOf([directing(1, 10)], {})).toMatchObject({ at: 'form', previous: null, change: null });
  expect(stepOf([directing(1, 10, 11)], {})).toMatchObject({ at: 'task', previous: null });
});

it('a choice that is not there says what is missing', () => {
  expect(stepOf(two, { directing: '99' })).toMatchObject({ at: 'directing', error: 'invalid directing id' });
  expect(stepOf(two, { directing: '1', task: '20' })).toMatchObject({ at: 'task', error: 'invalid task id' });
});

it('the latest types are offered first, each once, without those that may not be created any more', () => {
  const of = (at: number, task: number) => ({
    directing: { id: at, title: `Направление ${at}` },
    task: { id: task, title: `Тип ${task}` },
  });
  const sent = [of(3, 30), of(1, 10), of(2, 20), of(1, 10), of(1, 11), of(1, 12)];
  const three = [directing(1, 10, 11, 12), directing(2, 20)];
  expect(offeredTypes(sent, three).map(({ task, address }) => [task.title, address])).toEqual([
    ['Тип 10', '/docflow/create/doc?directing=1&task=10'],
    ['Тип 20', '/docflow/create/doc?directing=2&task=20'],
    ['Тип 11', '/docflow/create/doc?directing=1&task=11'],
  ]);
  expect(offeredTypes(sent, [])).toEqual([]);
});
