import { expect, test } from 'vitest';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { cleanQuery, isSearchable, parseQuery } from '../../../server/catalogue/search-index/query.ts';

test('a query is its key, its chunks and the runs that may be an article', () => {
  const parsed = parseQuery('  Колодки 04465 33471  toyota ');
  expect(parsed?.text).toBe('Колодки 04465 33471 toyota');
  expect(parsed?.chunks.map(({ words }) => words.map(({ form }) => form))).toEqual([
    ['колодк'],
    ['04465'],
    ['33471'],
    ['toyota'],
  ]);
  expect(parsed?.runs.find(({ key }) => key === '0446533471')).toMatchObject({ from: 1, to: 3 });
  expect(parsed?.runs.some(({ key }) => key === 't0y0ta')).toBe(false);
  expect(parsed?.unfinished?.typed).toBe('toyota');
});

test('a chunk with a digit may be a fragment of an article, a word may not', () => {
  const parsed = parseQuery('КАМАЗ-740 фильтр М8');
  expect(parsed?.chunks.map(({ fragment }) => fragment)).toEqual(['kama3740', '', '']);
  expect(parsed?.chunks[0]?.words.map(({ fragment }) => fragment)).toEqual(['', '740']);
});

test('a query without a letter or a digit is nothing to look for', () => {
  for (const query of ['', ' ', '---', '%_*"', '\0', '😀', '\u202e']) {
    expect(parseQuery(query), query).toBeNull();
    expect(isSearchable(query), query).toBe(false);
  }
});

test('only the first characters of a long query count', () => {
  expect(cleanQuery('я '.repeat(5_000)).length).toBeLessThanOrEqual(SEARCH_QUERY_MAX);
  expect(cleanQuery('\ud800а\u0000б\u00a0\u00a0в')).toBe('а б в');
});
