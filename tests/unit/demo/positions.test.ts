import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_POSITIONS, demoPositions } from '../../../server/catalogue/demo/positions.ts';
import { articleKey, manufacturerKey } from '../../../server/platform/text/article-key.ts';
import { wordsOf } from '../../../server/platform/text/words.ts';

const positions = demoPositions();
const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

test('the demonstration catalogue is the same each time', () => {
  expect(positions).toHaveLength(DEMO_POSITIONS);
  expect(hash(demoPositions())).toBe(hash(positions));
});

test('no two demonstration positions have one identity', () => {
  const identities = positions.map(({ provider, brand, article, manufacturer }) =>
    [provider, brand, articleKey(article), manufacturerKey(manufacturer)].join('\n'),
  );
  expect(new Set(identities).size).toBe(positions.length);
  expect(positions.every(({ article }) => articleKey(article) !== '')).toBe(true);
});

test.each(['740.1003010-20', '04465-33471', '236-1005009', '51-03-101СП', 'W 914/2'])(
  'the part %s is offered by several providers in several spellings',
  (article) => {
    const rows = positions.filter((position) => articleKey(position.article) === articleKey(article));
    expect(new Set(rows.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(3);
    expect(new Set(rows.map((row) => row.article)).size).toBeGreaterThanOrEqual(2);
    expect(rows.some((row) => row.article === article)).toBe(true);
  },
);

test('the head of the examples stands at five providers at least in three spellings at least', () => {
  const rows = positions.filter(({ article }) => articleKey(article) === articleKey('740.1003010-20'));
  expect(new Set(rows.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(rows.map(({ article }) => article)).size).toBeGreaterThanOrEqual(3);
  expect(rows.every(({ title }) => /головка блока/i.test(title))).toBe(true);
});

test('many oil filters for one make can be found by words', () => {
  const wanted = wordsOf('фильтр масляный камаз');
  const found = positions.filter(({ title }) => {
    const words = new Set(wordsOf(title));
    return wanted.every((word) => words.has(word));
  });
  expect(found.length).toBeGreaterThan(15);
});

test('the catalogue holds what real ones do: no stock, no price, uneven prices, long titles, sizes, codes', () => {
  const share = (holds: (position: (typeof positions)[number]) => boolean): number =>
    positions.filter(holds).length / positions.length;
  expect(share(({ amount }) => amount === 0)).toBeGreaterThan(0.1);
  expect(share(({ amount }) => amount === 0)).toBeLessThan(0.4);
  expect(share(({ price }) => price === 0)).toBeGreaterThan(0.02);
  expect(share(({ price }) => price % 100 !== 0)).toBeGreaterThan(0.3);
  expect(share(({ title }) => title.length >= 150)).toBeGreaterThan(0.01);
  expect(share(({ weight }) => weight > 0)).toBeGreaterThan(0.5);
  expect(share(({ code }) => /^0000\d{7}$/.test(code))).toBeGreaterThan(0.1);
  expect(share(({ picture }) => picture !== null)).toBeGreaterThan(0.5);
  expect(share(({ picture }) => picture !== null)).toBeLessThan(0.75);
  expect(new Set(positions.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(25);
  expect(new Set(positions.map(({ provider }) => provider)).size).toBe(6);
});

test('some articles mix Latin and Cyrillic letters that look alike', () => {
  const mixed = positions.filter(({ article }) => /[A-Z]/.test(article) && /[А-Я]/.test(article));
  expect(mixed.length).toBeGreaterThan(5);
});

test('every price, stock and size is one that the tables can hold', () => {
  for (const { price, amount, weight, length, width, height } of positions) {
    for (const value of [price, weight, length, width, height]) {
      expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
    }
    expect(amount >= 0 && amount < 10_000).toBe(true);
  }
});
