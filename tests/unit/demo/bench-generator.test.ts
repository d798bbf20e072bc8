import { expect, test } from 'vitest';
import { articleOf, NOTATIONS } from '../../../bench/generator/articles.ts';
import { generatePositions, generatePriceRows } from '../../../bench/generator/positions.ts';
import { VOCABULARY_SIZE, vocabulary, zipfRank } from '../../../bench/generator/vocabulary.ts';
import { articleKey, manufacturerKey } from '../../../server/platform/text/article-key.ts';
import { wordForm, wordsOf } from '../../../server/platform/text/words.ts';

const SAMPLE = 24_000;
const sample = [...generatePositions({ count: SAMPLE, seed: 1 })];

test('the generator knows more than fifty thousand terms that the index tells apart', () => {
  const terms = new Set(vocabulary().map(wordForm));
  expect(terms.size).toBe(VOCABULARY_SIZE);
  expect(terms.size).toBeGreaterThanOrEqual(50_000);
});

test('a sample of titles holds as many different words as real price lists of that size', () => {
  const words = new Set(sample.flatMap(({ title }) => wordsOf(title)));
  expect(words.size).toBeGreaterThan(9_000);
  expect(words.size).toBeLessThan(20_000);
});

test('no two generated positions have one identity', () => {
  const identities = new Set(
    sample.map(({ provider, brand, article, manufacturer }) =>
      [provider, brand, articleKey(article), manufacturerKey(manufacturer)].join('\n'),
    ),
  );
  expect(identities.size).toBe(SAMPLE);
});

test('the same seed generates the same positions and another seed others', () => {
  const first = (seed: number) => [...generatePositions({ count: 50, seed })];
  expect(first(1)).toEqual(sample.slice(0, 50));
  expect(first(2)).not.toEqual(sample.slice(0, 50));
});

test('no article comes twice among neighbours, and every notation has articles for a million parts', () => {
  const keys = Array.from({ length: 50_000 }, (_, part) => {
    const { notation, article } = articleOf(part);
    return `${notation} ${articleKey(article)}`;
  });
  expect(new Set(keys).size).toBe(keys.length);
  for (const { count } of NOTATIONS) expect(count * NOTATIONS.length).toBeGreaterThan(5_000_000);
});

test('ranks stay within the vocabulary at both ends of chance', () => {
  expect(zipfRank(0, 1_000)).toBe(0);
  expect(zipfRank(1 - Number.EPSILON, 1_000)).toBe(999);
});

test('the next price list of a supplier holds the same parts with other prices, and new ones', () => {
  const list = (firstPart: number, week: number) => [...generatePriceRows({ count: 1_000, seed: 1, firstPart, week })];
  const first = list(0, 0);
  const next = list(300, 1);
  expect(next.slice(0, 700).map(({ article }) => article)).toEqual(first.slice(300).map(({ article }) => article));
  expect(next.slice(0, 700).map(({ title }) => title)).toEqual(first.slice(300).map(({ title }) => title));
  const flips = next.slice(0, 700).filter(({ amount }, at) => amount > 0 !== (first[at + 300]?.amount ?? 0) > 0);
  expect(flips.length).toBeGreaterThan(10);
  expect(flips.length).toBeLessThan(80);
});
