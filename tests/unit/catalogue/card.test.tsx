import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Offer } from '../../../contract/catalogue/parts.ts';
import type { Position } from '../../../contract/catalogue/positions.ts';
import { cardView } from '../../../rules/catalogue/card.ts';
import { compileTemplate, valuesOf } from '../../../server/catalogue/product-pages/template.ts';
import { CardFilling, ProductCard } from '../../../src/islands/catalogue/CardSections.tsx';

const HOSTILE = `</script><img src=x onerror="alert('1')">&amp; ЕВРО-2`;

const position = (rest: Partial<Position> = {}) =>
  ({
    id: 7,
    alias: 'a_7',
    article: '740.1003010-20',
    title: HOSTILE,
    manufacturer: null,
    brantTitle: 'Бренд',
    stock: 'Склад № 1',
    price: '0.00',
    amount: 0,
    photo: null,
    ...rest,
  }) as Position;

const offer = (id: number, rest: Partial<Offer> = {}) =>
  ({ ...position({ id }), name: HOSTILE, marks: [HOSTILE], priceDate: null, ...rest }) as Offer;

const CASES: readonly (readonly [string, Position, readonly Offer[]])[] = [
  ['nothing but its names', position(), []],
  [
    'everything, with several offers',
    position({
      price: '10103.91',
      amount: 12,
      photo: 'a.webp',
      manufacturer: 'КАМАЗ',
      weight: '1.50',
      length: '10.00',
    }),
    [offer(7, { price: '10103.91', amount: 12, priceDate: '2026-11-23' }), offer(8), offer(9, { amount: 1 })],
  ],
  ['no article', position({ article: '', title: 'Крем для рук' }), []],
];

it.each(CASES)('a card is the same from the server and in the browser: %s', (_, shown, offers) => {
  const machines = offers.length > 0 ? ['КАМАЗ 5320', 'КАМАЗ', HOSTILE] : [];
  const reading = { kind: 'поршень', system: 'двигатель', machines };
  const view = cardView({ position: shown, offers, reading }, '/photos/');
  const template = compileTemplate(renderToStaticMarkup(<CardFilling />));
  const drawn = renderToStaticMarkup(<ProductCard view={view} />).replaceAll('&#x27;', '&#39;');
  expect(template(valuesOf(view))).toBe(drawn);
  expect(drawn.includes('<span class="mono shrinks">740.1003010-20</span>')).toBe(shown.article !== '');
  expect(drawn.includes(encodeURIComponent('Артикул:'))).toBe(shown.article !== '');
  expect(/Артикул|Скопировать/u.test(drawn)).toBe(shown.article !== '');
  expect(drawn.includes('>КАМАЗ 5320</a>')).toBe(offers.length > 0);
  expect(drawn).not.toContain('>КАМАЗ</a>');
  expect(drawn).not.toContain('<img src=x');
  expect(drawn.includes('src="/photos/a.webp"')).toBe(shown.photo !== null);
});
