import { expect, test } from 'vitest';
import {
  allWords,
  asFts5,
  completedWords,
  isApproximate,
  type ParsedQuery,
  parseQuery,
  searchedTrigrams,
} from '../../../server/catalogue/search-index/query.ts';

const parse = (query: string): ParsedQuery => {
  const parsed = parseQuery(query);
  if (!parsed) throw new Error('not a query');
  return parsed;
};
const brands = new Map([['камаз', [3, 5]]]);

test('words become stems, brands and fragments in the query language of the index', () => {
  const expression = allWords(parse('фильтра камаз 7405'), brands);
  expect(asFts5(expression)).toBe('("фильтр" AND ("камаз" OR "@3" OR "@5") AND ("7405" OR ("#740" AND "#405")))');
});

test('the only word is not asked for as a fragment again', () => {
  expect(asFts5(allWords(parse('7405'), brands))).toBe('"7405"');
  expect(isApproximate(parse('7405'))).toBe(false);
  expect(isApproximate(parse('вал 7405'))).toBe(true);
});

test('an unfinished word asks for its completions without the finished ones', () => {
  const query = parse('вал ка');
  const completions = { prefix: 'ка', common: ['карда', 'катушк'], rare: true };
  const commonly = completedWords(query, completions, brands, { rarely: false });
  expect(commonly && asFts5(commonly)).toBe('(("вал" AND ("карда" OR "катушк" OR "@3" OR "@5")) NOT "ka")');
  const rarely = completedWords(query, completions, brands, { rarely: true });
  expect(rarely && asFts5(rarely)).toBe('(("вал" AND "ка" *) NOT ("ka" OR "карда" OR "катушк" OR "@3" OR "@5"))');
  expect(completedWords(query, { ...completions, rare: false }, brands, { rarely: true })).toBeNull();
});

test('a long fragment is looked for by some of its trigrams, first and last among them', () => {
  const trigrams = searchedTrigrams('abcdefghijklmnopqrstuvwxyz0123456789');
  expect(trigrams.length).toBeLessThanOrEqual(14);
  expect(trigrams[0]).toBe('abc');
  expect(trigrams.at(-1)).toBe('789');
});
