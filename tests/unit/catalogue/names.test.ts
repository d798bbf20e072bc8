import { expect, test } from 'vitest';
import { browsedNames, letterViews, namePath, nameViews, slugOf } from '../../../rules/catalogue/browse.ts';

test.each([
  ['КАМАЗ', 'камаз'],
  ['ПАО «КАМАЗ»', 'пао-камаз'],
  ['MANN-FILTER', 'mann-filter'],
  [' A/B & C. ', 'a-b-c'],
  ['…', ''],
  ['\ud800x', 'x'],
])('%s is %s in an address', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
  expect(slugOf(slug)).toBe(slug);
});

const value = (title: string, count: number) => ({ value: title, title, count });
const DIRECTORY = {
  makers: [
    value('ЧТЗ', 1_200),
    value('чтз', 2),
    value('«»', 1),
    value('Berco', 7),
    value('АЗ 10', 1),
    value('АЗ 9', 1),
  ],
  brands: [value('3M', 4)],
};

test('an address names one maker, that of the most parts; one without letters has none', () => {
  expect(browsedNames(DIRECTORY, 'maker').map(({ title }) => title)).toEqual(['ЧТЗ', 'Berco', 'АЗ 10', 'АЗ 9']);
});

test('names stand in the order of the alphabet under their letters, with what they count', () => {
  const views = nameViews('maker', browsedNames(DIRECTORY, 'maker'));
  const letters = letterViews(views);
  expect(letters.map(({ letter, names }) => [letter, names.map(({ title }) => title)])).toEqual([
    ['А', ['АЗ 9', 'АЗ 10']],
    ['Ч', ['ЧТЗ']],
    ['B', ['Berco']],
  ]);
  expect(letters[1]?.names[0]).toEqual({
    path: `/catalog/makers/${encodeURIComponent('чтз')}`,
    title: 'ЧТЗ',
    count: '1\u00a0200',
  });
  expect(letterViews(nameViews('brand', browsedNames(DIRECTORY, 'brand')))[0]?.letter).toBe('#');
});

test('the first page of a name has no number', () => {
  expect(namePath('brand', '3m')).toBe('/catalog/brands/3m');
  expect(namePath('brand', '3m', 1)).toBe('/catalog/brands/3m');
  expect(namePath('brand', '3m', 2)).toBe('/catalog/brands/3m?page=2');
});
