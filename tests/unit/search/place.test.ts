import { expect, test } from 'vitest';
import { parseQuery } from '../../../server/bridge/search/parse.ts';
import { factsOf, NO_COMPLETIONS, type Place, placeOf, STAGE } from '../../../server/bridge/search/place.ts';
import { articleKey } from '../../../server/text/article-key.ts';

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
): Place | null {
  const parsed = parseQuery(query);
  if (!parsed) return null;
  const row = { article, article_key: articleKey(article), code, title, manufacturer: '', in_stock: 1 };
  const prefix = parsed.unfinished?.typed ?? '';
  const completions = common.length > 0 ? { prefix, common, rare: true } : NO_COMPLETIONS;
  return placeOf(factsOf(row, brand), parsed, completions);
}

test.each([
  [{ article: '740-1' }, '7401', STAGE.article, 0],
  [{ article: 'X', code: '740.1' }, '740-1', STAGE.article, 1],
  [{ article: '740-1', title: 'Вал' }, 'вал 7401', STAGE.articleAndWords, 0],
  [{ article: '740-1', title: 'Ось' }, 'вал 7401', STAGE.articleOnly, 0],
  [{ article: '740-1' }, '740', STAGE.prefix, 0],
  [{ article: '5740', code: '740-9' }, '740', STAGE.prefix, 1],
  [{ article: '5740' }, '740', STAGE.inner, 0],
  [{ article: 'X', title: 'Вал 740' }, '740', STAGE.words, 0],
  [{ article: 'X', title: 'Валы', brand: 'КАМАЗ' }, 'камаз вал', STAGE.words, 0],
  [{ article: 'X-740-1', title: 'Валы' }, 'вал 740', STAGE.words, 0],
] as const)('%j belongs to «%s» in stage %i through key %i', (row, query, stage, kind) => {
  expect(place(row, query)).toEqual({ stage, kind });
});

test('an unfinished word is completed commonly before it is rarely', () => {
  expect(place({ article: 'X', title: 'Масло' }, 'мас', ['масл'])?.stage).toBe(STAGE.completed);
  expect(place({ article: 'X', title: 'Маска' }, 'мас', ['масл'])?.stage).toBe(STAGE.completedRarely);
  expect(place({ article: 'X', title: 'Вал', brand: 'Масста' }, 'мас', ['масл'])?.stage).toBe(
    STAGE.completed,
  );
  expect(place({ article: 'X', title: 'Маска' }, 'мас')).toBeNull();
});

test('a row that holds only some of the words does not belong to the answer', () => {
  expect(place({ article: 'X', title: 'Вал' }, 'вал насоса')).toBeNull();
  expect(place({ article: 'X7Y4Z0', title: 'Вал' }, 'вал 740')).toBeNull();
});
