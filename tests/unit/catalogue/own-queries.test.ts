import { expect, it } from 'vitest';
import { createOwnQueries } from '../../../src/lib/catalogue/suggestions.ts';

/** The memory of a device, with what it holds at first. */
function memoryOf(first: string | null = null) {
  let kept = first;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
      return true;
    },
    removeItem: () => {
      kept = null;
    },
  };
}

it('keeps the last queries, the newest first, each once, and forgets them all', () => {
  const own = createOwnQueries(memoryOf());
  for (const query of ['740', ' фильтр ', '', 'Фильтр', 'x'.repeat(200)]) own.remember(query);
  expect(own.list()).toEqual(['Фильтр', '740']);
  for (let at = 0; at < 20; at++) own.remember(String(at));
  expect(own.list()).toHaveLength(8);
  own.clear();
  expect(own.list()).toEqual([]);
});

it.each(['{', '{"a":1}', '[1,null]'])('takes what else may stand in the memory for nothing: %s', (text) => {
  expect(createOwnQueries(memoryOf(text)).list()).toEqual([]);
});
