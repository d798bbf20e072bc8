import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLANK_POSITION } from '../../../contract/catalogue/columns.ts';
import type { Part } from '../../../contract/catalogue/parts.ts';
import { marksText, saySame } from '../../../rules/catalogue/offer-wording.ts';
import { partView } from '../../../rules/catalogue/part.ts';
import type { ComparedOffer } from '../../../server/catalogue/context/position.ts';
import { readOffer, readPart } from '../../../server/catalogue/part-reader/read-part.ts';
import { groupOffers } from '../../../server/catalogue/parts/offer-groups.ts';
import { partAnswer } from '../../../server/catalogue/parts/part-answer.ts';

const offer = (id: number, marks: string, price: number, amount = 1, machines = '') => ({
  ...{ id, marks, price, amount, machines },
  isInStock: amount > 0,
});

const said = (...offers: Parameters<typeof offer>[]) => {
  const {
    offers: sorted,
    main,
    priceFrom,
    isToOrder,
    amount,
    isSpecial,
    machines,
  } = groupOffers(offers.map((one) => offer(...one)));
  return { ids: sorted.map(({ id }) => id), main, priceFrom, isToOrder, amount, isSpecial, machines };
};

describe('only offers of one mark are summed, and priced together', () => {
  test('an ordinary one comes first, however cheap the marked ones are', () => {
    expect(said([1, 'уценка: скол', 100, 5], [2, '', 900, 2], [3, 'аналог', 500, 9], [4, '', 800, 1])).toMatchObject({
      ...{ ids: [4, 2, 3, 1], main: 2, priceFrom: 800, isToOrder: false, amount: 3, isSpecial: false },
    });
  });

  test('a special one is never the main one beside another, though that has to be ordered', () => {
    for (const mark of ['уценка', 'уценка: нет упаковки', 'б/у', 'восстановленный', 'некомплект'])
      expect(said([1, mark, 100, 5], [2, '', 900, 0])).toMatchObject({ ids: [2, 1], priceFrom: 900, isToOrder: true });
    expect(said([1, 'б/у', 100, 5])).toMatchObject({ isSpecial: true, amount: 5 });
  });

  test('the price is the lowest of what is in stock, else of what has to be ordered', () => {
    expect(said([1, '', 500, 0], [2, '', 900, 2], [3, '', 0, 4])).toMatchObject({ priceFrom: 900, isToOrder: false });
    expect(said([1, '', 500, 0], [2, '', 0, 4])).toMatchObject({ priceFrom: 500, isToOrder: true });
    expect(said([1, '', 0, 0])).toMatchObject({ priceFrom: null, isToOrder: false });
  });

  test('titles that name different machines say so, and are not summed', () => {
    const kraz = (model: string) => `КрАЗ-${model}; КрАЗ`;
    expect(said([1, '', 500, 2, kraz('6510')], [2, '', 600, 3, kraz('256')], [3, '', 700, 4, 'КрАЗ'])).toMatchObject({
      ...{ main: 2, amount: 6, machines: ['КрАЗ-6510', 'КрАЗ-256', 'КрАЗ'] },
    });
    expect(said([1, '', 500, 2, kraz('6510')], [2, '', 600, 3, 'КрАЗ']).machines).toEqual([]);
  });
});

test('two names say the same but for letters, signs and words cut short', () => {
  expect(saySame('Фильтр масляный КамАЗ', 'ФИЛЬТР МАСЛ. KAMAЗ')).toBe(true);
  expect(saySame('Фильтр, масляный', 'Масляный фильтр')).toBe(true);
  expect(saySame('Фильтр масляный', 'Фильтр воздушный')).toBe(false);
  expect(saySame('Фильтр масляный', 'Фильтр масляный КамАЗ')).toBe(false);
  expect(saySame('Вал КрАЗ-6510', 'Вал КрАЗ-256')).toBe(false);
});

const NOTES = [
  '',
  '',
  '(ан.)',
  '(оригинал)',
  '(уценка: скол)',
  'б/у',
  'после ремонта',
  '(пр-во БАТЭ)',
  'без клапанов',
  'Р1',
];
const NAMES = [
  'Головка блока КамАЗ',
  'ГОЛОВКА БЛОКА КАМАЗ',
  'Головка бл. КамАЗ',
  'Головка блока КрАЗ-256',
  'Вал КрАЗ-6510',
];

const row = fc.record({
  title: fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NOTES)).map((words) => words.join(' ').trim()),
  price: fc.constantFrom(0, 100, 250, 900),
  amount: fc.integer({ min: 0, max: 3 }),
});

const rowsOf = (drawn: readonly { title: string; price: number; amount: number }[]): ComparedOffer[] =>
  drawn.map(({ title, price, amount }, at) => {
    const { name, marks } = readOffer(title, '');
    const machines = readPart(title).machines.flatMap((machine) => [machine, ...machine.wider]);
    return {
      ...BLANK_POSITION,
      ...{ id: at + 1, title, price, amount, brand_title: '', alias: `a_${at}`, price_day: 1 },
      ...{ public_name: '', delivery_from: null, delivery_to: null },
      ...{ name, marks: marks.join('; '), machines: [...new Set(machines.map((one) => one.name))].join('; ') },
    };
  });

test('no text of one offer stands beside the price of another, whatever notes titles have', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (drawn) => {
      const rows = rowsOf(drawn);
      const answer = partAnswer(1, rows, 0);
      if (!answer) throw new Error('a part with offers has an answer');
      const part: Part = { ...answer, offers: answer.offers.length, best: answer.offers };
      const view = partView(part, '', '', '');
      for (const [at, shown] of view.best.entries()) {
        const own = answer.offers[at];
        if (!own) throw new Error('an offer that is not there is shown');
        expect(saySame(shown.ownTitle || part.title, own.name)).toBe(true);
        expect(shown.marks).toBe(marksText(own.marks));
        expect(shown.askedPrice).toBe(own.price);
      }
      // What stands above belongs to offers with its marks, and its price to one of them.
      const main = answer.offers.filter(({ marks }) => marks.join() === part.marks.join());
      expect(main.some(({ name }) => name === part.title)).toBe(true);
      if (part.priceFrom !== null) expect(main.map(({ price }) => price)).toContain(part.priceFrom);
      if (!part.toOrder && part.priceFrom !== null)
        expect(main.some(({ price, amount }) => price === part.priceFrom && amount > 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
