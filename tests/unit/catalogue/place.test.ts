import { expect, test } from 'vitest';
import { factsOf, STAGES } from '../../../server/catalogue/search/stages.ts';
import { NO_COMPLETIONS, parseQuery } from '../../../server/catalogue/search-index/query.ts';
import { articleKey } from '../../../server/platform/text/article-key.ts';

interface Given {
  readonly article: string;
  readonly code?: string;
  readonly title?: string;
  readonly brand?: string;
}

function place(
  { article, code = '', title = '', brand = '' }: Given,
  query: string,
  common: string[] = [],
): { stage: string; kind: number } | null {
  const parsed = parseQuery(query);
  if (!parsed) return null;
  const key = articleKey(article);
  const row = { article, article_key: key, code, title, manufacturer: '', in_stock: 1, hidden: 0 };
  const prefix = parsed.unfinished?.typed ?? '';
  const completions = common.length > 0 ? { prefix, common, rare: true } : NO_COMPLETIONS;
  for (const stage of STAGES) {
    const query = { parsed, facts: null, sizes: null, others: [], completions, brands: new Map() };
    const kind = stage.accepts(factsOf(row, brand), query);
    if (kind !== null) return { stage: stage.id, kind };
  }
  return null;
}

test.each([
  [{ article: '740-1' }, '7401', 'article', 0],
  [{ article: 'X', code: '740.1' }, '740-1', 'article', 1],
  [{ article: '740-1', title: 'Вал' }, 'вал 7401', 'article-and-words', 0],
  [{ article: '740-1', title: 'Ось' }, 'вал 7401', 'article-only', 0],
  [{ article: '740-1' }, '740', 'prefix', 0],
  [{ article: '5740', code: '740-9' }, '740', 'prefix', 1],
  [{ article: '5740' }, '740', 'inner', 0],
  [{ article: 'X', title: 'Вал 740' }, '740', 'words', 0],
  [{ article: 'X', title: 'Валы', brand: 'КАМАЗ' }, 'камаз вал', 'words', 0],
  [{ article: 'X-740-1', title: 'Валы' }, 'вал 740', 'words', 0],
] as const)('%j belongs to «%s» in stage %s through key %i', (row, query, stage, kind) => {
  expect(place(row, query)).toEqual({ stage, kind });
});

test('an unfinished word is completed commonly before it is rarely', () => {
  expect(place({ article: 'X', title: 'Масло' }, 'мас', ['масл'])?.stage).toBe('completed');
  expect(place({ article: 'X', title: 'Маска' }, 'мас', ['масл'])?.stage).toBe('completed-rarely');
  expect(place({ article: 'X', title: 'Вал', brand: 'Масста' }, 'мас', ['масл'])?.stage).toBe('completed');
  expect(place({ article: 'X', title: 'Маска' }, 'мас')).toBeNull();
});

test('a row that holds only some of the words does not belong to the answer', () => {
  expect(place({ article: 'X', title: 'Вал' }, 'вал насоса')).toBeNull();
  expect(place({ article: 'X7Y4Z0', title: 'Вал' }, 'вал 740')).toBeNull();
});
