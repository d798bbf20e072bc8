import { expect, test } from 'vitest';
import {
  judgeDemoQueries,
  judgeLines,
  judgeSlips,
  readDemoLines,
  readDemoQueries,
  slippedArticles,
} from '../../../server/operations/commands/demo-queries.ts';

test('of the worded queries over the demonstration catalogue 97 of 100 find what they mean among the first three rows', {
  timeout: 60_000,
}, async () => {
  const queries = readDemoQueries();
  expect(queries.length).toBeGreaterThanOrEqual(300);
  const judged = await judgeDemoQueries(queries);
  const misses = judged.filter(({ place }) => place === 0).map(({ asked }) => asked.query);
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(queries.length * 0.03);
});

test('of articles with one sign wrong, missing, doubled or swapped 97 of 100 stand among the first five parts', {
  timeout: 60_000,
}, async () => {
  const judged = await judgeSlips(slippedArticles(34));
  const misses = judged.filter(({ isFound }) => !isFound).map(({ meant }) => `${meant.text}: ${meant.article}`);
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(judged.length * 0.03);
});

test('of lines of lists as people write them 97 of 100 find their part and quantity', { timeout: 60_000 }, async () => {
  const judged = await judgeLines(readDemoLines());
  expect(judged.length).toBeGreaterThanOrEqual(60);
  const misses = judged.filter(({ isFound }) => !isFound).map(({ meant, found }) => `${meant.text}: ${found[0]}`);
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(judged.length * 0.03);
});
