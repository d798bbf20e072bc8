import { expect, test } from 'vitest';
import type { PartCross } from '../../../contract/catalogue/parts.ts';
import { cardCrossesView } from '../../../rules/catalogue/card.ts';

const cross = (id: number): PartCross => ({
  part: {
    ...{ id, article: `B-${id}`, title: 'Поршень', maker: null, marks: [], priceFrom: null, toOrder: false },
    ...{ amount: 0, special: false, machines: [], offers: 1, best: [] },
  },
  reason: 'Замена для A-1',
  source: 'hand',
});
const crosses = (count: number) => Array.from({ length: count }, (_, at) => cross(at + 1));

test('a card shows ten crosses, the others on request, and nothing where there is none', () => {
  expect(cardCrossesView([], '/')).toEqual({ crossesHeading: '', crosses: [], crossesMore: '', otherCrosses: [] });
  const ten = cardCrossesView(crosses(10), '/');
  expect([ten.crosses.length, ten.otherCrosses.length, ten.crossesMore]).toEqual([10, 0, '']);
  const many = cardCrossesView(crosses(24), '/');
  expect([many.crosses.length, many.otherCrosses.length, many.crossesMore]).toEqual([10, 14, 'Показать все:\u00a024']);
  expect(many.crosses[0]).toMatchObject({ group: 'Замена для A-1', article: [{ text: 'B-1' }] });
});
