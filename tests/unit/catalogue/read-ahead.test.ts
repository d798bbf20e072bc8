import { expect, test } from 'vitest';
import { readAhead } from '../../../server/catalogue/replica/copy-rows.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is read ahead comes in order and whole, the next value being read while the present one is used', async () => {
  const said: string[] = [];
  async function* source() {
    for (const value of [1, 2, 3]) {
      said.push(`reads ${value}`);
      await turn();
      yield value;
    }
  }
  for await (const value of readAhead(source())) said.push(`uses ${value}`);
  expect(said).toEqual(['reads 1', 'reads 2', 'uses 1', 'reads 3', 'uses 2', 'uses 3']);
  for await (const value of readAhead((async function* (): AsyncGenerator<number> {})())) said.push(`${value}`);
  expect(said).toHaveLength(6);
});

test('a failure of the source is told behind the values before it', async () => {
  async function* source() {
    yield 1;
    await turn();
    throw new Error('the line broke');
  }
  const used: number[] = [];
  const use = async () => {
    for await (const value of readAhead(source())) used.push(value);
  };
  await expect(use()).rejects.toThrow('the line broke');
  expect(used).toEqual([1]);
});

test('whoever stops before the end waits until nothing is read any more', async () => {
  const said: string[] = [];
  async function* source() {
    yield 1;
    await turn();
    said.push('read');
    yield 2;
  }
  const use = async () => {
    for await (const _ of readAhead(source())) throw new Error('the disk is full');
  };
  await expect(use()).rejects.toThrow('the disk is full');
  expect(said).toEqual(['read']);
});
