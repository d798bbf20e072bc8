import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Part, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import type { OfferedPosition } from '../../../contract/catalogue/positions.ts';
import { NOTHING_FOUND, readQuestion } from '../../../rules/catalogue/question.ts';
import { resultsView } from '../../../rules/catalogue/results.ts';
import { resultsValues } from '../../../server/catalogue/product-pages/results-values.ts';
import { compileTemplate } from '../../../server/catalogue/product-pages/template.ts';
import { ResultsFilling, ResultsPage } from '../../../src/islands/catalogue/ResultsPage.tsx';

const FOLDER = '/photos/';
const HOSTILE = `</script><img src=x onerror="alert('1')">&amp; ЕВРО-2`;

const offer = (id: number, rest: Partial<OfferedPosition> = {}) =>
  ({
    id,
    alias: `a_${id}`,
    article: '740.1003010-20',
    title: HOSTILE,
    stock: `Склад № ${id}`,
    price: '0.00',
    amount: 0,
    photo: null,
    brantTitle: 'Бренд',
    ...rest,
  }) as OfferedPosition;

const part = (rest: Partial<Part> = {}): Part => ({
  id: 1,
  article: '740.1003010-20',
  title: HOSTILE,
  maker: null,
  priceFrom: null,
  amount: 0,
  offers: 1,
  match: 'exact',
  best: [offer(1)],
  ...rest,
});

const answer = (rest: Partial<PartsAnswer> = {}): PartsAnswer => ({
  parts: [],
  total: { count: 0, exact: true },
  exact: 0,
  facets: {
    ...NOTHING_FOUND.facets,
    maker: [{ value: 't0y0ta', title: 'Toyota', count: 3 }],
    brand: [{ value: '2', title: HOSTILE, count: 1 }],
    provider: [{ value: '4', title: 'Склад № 4', count: 2 }],
    inStock: 2,
    photo: 0,
  },
  notes: [],
  crosses: [],
  next: null,
  ...rest,
});

const several = part({
  id: 2,
  match: 'similar',
  maker: 'КАМАЗ',
  priceFrom: '10103.91',
  amount: 12,
  offers: 9,
  best: [offer(2, { price: '10103.91', amount: 12, photo: 'a.webp' }), offer(3), offer(4)],
});

const replaced = (one: Part) => ({ part: one, reason: `Замена для 740 ${HOSTILE}`, source: 'hand' as const });

const CASES: readonly (readonly [string, Record<string, string>, PartsAnswer])[] = [
  [
    'what replaces the article, beside what is found and alone',
    { query: '740' },
    answer({ parts: [part()], total: { count: 1, exact: true }, crosses: [replaced(several), replaced(part())] }),
  ],
  ['what replaces an article that nobody sells', { query: '740' }, answer({ crosses: [replaced(several)] })],
  [
    'parts with everything and with nothing',
    { query: '740' },
    answer({ parts: [part(), several], total: { count: 2, exact: true }, exact: 1, next: 'more' }),
  ],
  [
    'a reread query with filters',
    { query: 'куплю 740', maker: 'toyota', inStock: '1', order: 'price', priceFrom: HOSTILE },
    answer({
      parts: [several],
      total: { count: 10_000, exact: false },
      note: '740',
      notes: [
        { kind: 'stop', text: 'куплю' },
        { kind: 'meaning', text: 'а', means: 'б' },
        { kind: 'price', text: 'Цена' },
      ],
    }),
  ],
  [
    'a guessed article',
    { query: '741' },
    answer({
      parts: [several],
      note: '740',
      notes: [
        { kind: 'near', text: '741', means: '740' },
        { kind: 'near', text: '741', means: '742' },
      ],
    }),
  ],
  ['nothing', { query: HOSTILE }, answer()],
  ['nothing as it is typed', { query: 'куплю', strict: '1' }, answer()],
  ['nothing with filters', { query: '740', brandId: '9', photo: '1' }, answer()],
];

/** Markup without the comments between texts, and with attributes as a browser reads them. */
const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('&#39;', '&#x27;');

describe('the page of results', () => {
  const template = compileTemplate(renderToStaticMarkup(<ResultsFilling />));

  it.each(CASES)('is the same from the server and in the browser: %s', (_, parameters, found) => {
    const question = readQuestion(new URLSearchParams(parameters));
    const drawn = renderToStaticMarkup(<ResultsPage view={resultsView(question, found, FOLDER)} />);
    expect(plain(template(resultsValues(question, found, FOLDER)))).toBe(plain(drawn));
    expect(drawn).not.toContain('<img src=x');
  });

  it('says how many offers there are and from which price', () => {
    const view = resultsView(readQuestion(new Map([['query', '740']])), answer({ parts: [several] }), FOLDER);
    expect(view.parts[0]).toMatchObject({
      offersText: '9\u00a0предложений',
      price: 'от\u00a010\u00a0103,91\u00a0₽',
      all: 'Все\u00a0предложения:\u00a09',
      photo: '/photos/a@56w.webp',
    });
  });
});
