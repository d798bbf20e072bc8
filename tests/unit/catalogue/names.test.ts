import { expect, test } from 'vitest';
import {
  browsedNames,
  browseView,
  letterViews,
  namePath,
  nameViews,
  systemLinkViews,
  systemViews,
} from '../../../rules/catalogue/browse.ts';
import { NOTHING_FOUND } from '../../../rules/catalogue/question.ts';
import { slugOf } from '../../../rules/routes.ts';

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
  kinds: [
    { ...value('колодка тормозная', 9), system: 'тормоза' },
    { ...value('насос водяной', 8), system: 'охлаждение' },
    { ...value('диск тормозной', 3), system: 'тормоза' },
  ],
  machines: [value('КАМАЗ', 12), value('ЯМЗ-236', 5)],
  systems: [value('тормоза', 12), value('охлаждение', 8)],
};

test('an address names one maker, that of the most parts; one without letters has none', () => {
  expect(browsedNames(DIRECTORY, 'maker').map(({ title }) => title)).toEqual(['ЧТЗ', 'Berco', 'АЗ 10', 'АЗ 9']);
});

test('names stand in the order of the alphabet under their letters, with what they count', () => {
  const views = nameViews('maker', browsedNames(DIRECTORY, 'maker'));
  const letters = letterViews(views);
  expect(letters.map(({ heading, names }) => [heading, names.map(({ title }) => title)])).toEqual([
    ['А', ['АЗ 9', 'АЗ 10']],
    ['Ч', ['ЧТЗ']],
    ['B', ['Berco']],
  ]);
  expect(letters[1]?.names[0]).toEqual({
    path: `/catalog/makers/${encodeURIComponent('чтз')}`,
    title: 'ЧТЗ',
    count: '1\u00a0200',
  });
  expect(letterViews(nameViews('brand', browsedNames(DIRECTORY, 'brand')))[0]).toMatchObject({
    heading: '#',
    anchor: 'other',
  });
});

test('the first page of a name has no number', () => {
  expect(namePath('brand', '3m')).toBe('/catalog/brands/3m');
  expect(namePath('brand', '3m', 1)).toBe('/catalog/brands/3m');
  expect(namePath('brand', '3m', 2)).toBe('/catalog/brands/3m?page=2');
});

test('kinds of parts stand under their units, those of the most parts first, with a capital letter', () => {
  const systems = systemViews(DIRECTORY);
  expect(systems.map(({ heading, anchor, names }) => [heading, anchor, names.map(({ title }) => title)])).toEqual([
    ['Тормоза', 'тормоза', ['Диск тормозной', 'Колодка тормозная']],
    ['Охлаждение', 'охлаждение', ['Насос водяной']],
  ]);
  expect(systemLinkViews(DIRECTORY)[0]).toEqual({
    path: '/catalog/kinds#тормоза',
    title: 'Тормоза',
    count: '12',
    drawing: 'brake',
  });
});

const FACETS = {
  ...NOTHING_FOUND.facets,
  system: [value('тормоза', 3), value('охлаждение', 1)],
  kind: Array.from({ length: 15 }, (_, at) => value(`вид ${at}`, 20 - at)),
  machine: [value('КАМАЗ', 3), value('МАЗ', 2)],
  inStock: 3,
};
const found = { ...NOTHING_FOUND, total: { count: 60, exact: true }, facets: FACETS, next: 'x' };

test('the page of a machine leads to its units and kinds, that of a kind to its machines, and only the first page does', () => {
  const machine = browseView('machine', { ...value('КАМАЗ', 12), slug: 'камаз' }, 1, found, '/');
  expect(machine).toMatchObject({ inStock: '3', among: 'тормоза, охлаждение', pages: '3' });
  expect(machine.narrower.map(({ heading, names, more }) => [heading, names.length, more.length])).toEqual([
    ['Узлы', 2, 0],
    ['Детали', 12, 3],
  ]);
  const address = new URL(machine.narrower[0]?.names[0]?.path ?? '', 'https://shop.test');
  expect([address.pathname, ...address.searchParams]).toEqual([
    '/catalog',
    ['machine', 'КАМАЗ'],
    ['system', 'тормоза'],
  ]);
  const kind = browseView('kind', { ...value('вид 0', 20), title: 'Вид 0', slug: 'вид-0' }, 1, found, '/');
  expect(kind.narrower.map(({ heading }) => heading)).toEqual(['Машины']);
  expect(kind.among).toBe('КАМАЗ, МАЗ');
  expect(browseView('kind', { ...value('вид 0', 20), slug: 'вид-0' }, 2, found, '/').narrower).toEqual([]);
});
