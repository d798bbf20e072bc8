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
    name: HOSTILE,
    marks: [],
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
  marks: [],
  priceFrom: null,
  toOrder: false,
  amount: 0,
  special: false,
  machines: [],
  offers: 1,
  match: 'exact',
  best: [offer(1)],
  ...rest,
});

const answer = (rest: Partial<PartsAnswer> = {}): PartsAnswer => ({
  ...NOTHING_FOUND,
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

const ASKED: Pick<PartsAnswer, 'reading'> = {
  reading: {
    kind: 'насос водяной',
    machines: ['HOWO'],
    sides: [],
    chips: [
      { role: 'kind', name: 'насос водяной', typed: 'помпа', without: 'хово' },
      { role: 'machine', name: 'HOWO', typed: 'хово', without: 'помпа' },
    ],
  },
};

const lacks = (...notes: string[]): Pick<PartsAnswer, 'apart' | 'notes'> => ({
  apart: true,
  notes: notes.flatMap((kind, at) => (at % 2 === 0 ? [{ kind, text: notes[at + 1] ?? '' }] : [])),
});

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
  [
    'parts for other machines, folded away',
    { query: 'помпа хово' },
    answer({
      parts: [several],
      total: { count: 36, exact: true },
      next: 'more',
      ...ASKED,
      ...lacks('machine', 'HOWO'),
    }),
  ],
  [
    'the same with a filter, unfolded',
    { query: 'помпа хово', plain: 'помпа', inStock: '1' },
    answer({ parts: [several], total: { count: 36, exact: true }, ...ASKED, ...lacks('machine', 'HOWO') }),
  ],
  [
    'steps from a machine to its kinds of parts',
    { machine: HOSTILE, system: 'тормоза' },
    answer({
      parts: [part()],
      total: { count: 1, exact: true },
      facets: {
        ...answer().facets,
        kind: Array.from({ length: 14 }, (_, at) => ({ value: `${HOSTILE} ${at}`, title: HOSTILE, count: at })),
      },
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

  it('leads from a machine to a unit to a kind of part, and no further than was chosen', () => {
    const facets = {
      ...answer().facets,
      kind: ['диск', 'колодка'].map((value) => ({ value, title: value, count: 1 })),
    };
    const viewOf = (asked: Record<string, string>) =>
      resultsView(readQuestion(new URLSearchParams(asked)), answer({ parts: [several], facets }), FOLDER);
    const unit = viewOf({ machine: 'ЯМЗ-236', system: 'тормоза' });
    expect(unit.steps.map(({ title, current }) => [title, current])).toEqual([
      ['ЯМЗ-236', 'false'],
      ['Тормоза', 'page'],
    ]);
    expect(unit.narrower.map(({ heading, names }) => [heading, names.map(({ title }) => title)])).toEqual([
      ['Детали', ['Диск', 'Колодка']],
    ]);
    expect(viewOf({ machine: 'ЯМЗ-236', kind: 'диск' }).narrower).toEqual([]);
    expect(viewOf({ machine: 'ЯМЗ-236', query: 'диск' })).toMatchObject({ chosen: '', steps: [], narrower: [] });
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

  const viewOf = (found: Partial<PartsAnswer>, parameters: Record<string, string> = {}) =>
    resultsView(
      readQuestion(new URLSearchParams({ query: 'помпа хово', ...parameters })),
      answer({ parts: [several], total: { count: 36, exact: true }, ...found }),
      FOLDER,
    );
  const plainText = (text: string) => text.replaceAll('\u00a0', ' ');
  const lackOf = (...shown: Parameters<typeof viewOf>) => {
    const { lackHeading, asked, similar } = viewOf(...shown).lack;
    return [lackHeading, asked, similar].map(plainText);
  };

  it.each([
    [
      { ...ASKED, ...lacks('machine', 'хово') },
      ['Для HOWO такой детали в каталоге нет', 'Искали: насос водяной', 'Насос водяной для других машин: 36 деталей'],
    ],
    [lacks('machine', 'HOWO'), ['Для HOWO в каталоге ничего нет', '', 'Похожие детали: 36']],
    [
      { ...ASKED, ...lacks('dropped', 'куплю', 'side', 'левый') },
      ['С пометкой «левый» ничего нет', 'Искали: насос водяной, HOWO', 'Насос водяной без этой пометки: 36 деталей'],
    ],
    [
      { ...ASKED, ...lacks('dropped', 'cat 3516') },
      ['Ничего нет для «cat 3516»', 'Искали: насос водяной, HOWO', 'Насос водяной: 36 деталей'],
    ],
    [lacks('dropped', 'хово'), ['Ничего нет для «помпа хово»', '', 'Похожие детали: 36']],
    [lacks('kind', 'насос водяной'), ['Точно такой детали нет: «насос водяной»', '', 'Похожие детали: 36']],
    [
      { ...lacks('near', '741'), total: { count: 10_000, exact: false } },
      ['Артикула «741» в каталоге нет', '', 'Похожие детали: более 10 000'],
    ],
    [lacks(), ['Точно такого в каталоге нет', '', 'Похожие детали: 36']],
    [{ notes: [{ kind: 'dropped', text: 'красивый' }] }, ['', '', '']],
  ])('says what the catalogue lacks: %j', (found, texts) => {
    expect(lackOf(found)).toEqual(texts);
  });

  it('keeps what is found instead folded until a filter, an order or a page is asked for', () => {
    const found = lacks('machine', 'HOWO');
    expect(viewOf(found).lack.isUnfolded).toBe('');
    const choices: Record<string, string>[] = [{ inStock: '1' }, { order: 'price' }, { cursor: 'x' }];
    for (const asked of choices) expect(viewOf(found, asked).lack.isUnfolded, JSON.stringify(asked)).toBe('1');
  });

  it('offers the question without each thing that was read, and a machine as a plain word', () => {
    const { chips, strictPath, usualPath } = viewOf(ASKED, { maker: 'МАЗ', cursor: 'x' }).read;
    const addresses = chips.map(({ withoutPath, plainPath }) => [withoutPath, plainPath].map(decodeURIComponent));
    expect(chips.map(({ text, remove }) => [text, remove])).toEqual([
      ['Деталь: насос водяной', 'Убрать: насос водяной'],
      ['Машина: HOWO', 'Убрать: HOWO'],
    ]);
    expect(addresses).toEqual([
      ['/catalog?query=хово&maker=МАЗ', ''],
      ['/catalog?query=помпа&maker=МАЗ', '/catalog?query=помпа хово&plain=хово&maker=МАЗ'],
    ]);
    expect(decodeURIComponent(strictPath)).toBe('/catalog?query=помпа хово&maker=МАЗ&strict=1');
    expect(usualPath).toBe('');
  });

  it('leads back from a strict or a plain reading', () => {
    const readings: Record<string, string>[] = [{ strict: '1' }, { plain: 'хово' }];
    for (const asked of readings)
      expect(decodeURIComponent(viewOf({}, asked).read.usualPath)).toBe('/catalog?query=помпа хово');
  });

  it('remarks on what no title says of the parts that are shown, and folds nothing away', () => {
    const { notes, lack, read } = viewOf({
      ...ASKED,
      notes: [
        { kind: 'model unsaid', text: 'КАМАЗ 65115', means: 'КАМАЗ' },
        { kind: 'side unsaid', text: 'левый' },
      ],
    });
    expect([plainText(notes.unread), notes.isShown, notes.reading, lack.lackHeading, read.isRead]).toEqual([
      'Модель 65115 в названиях не указана: показаны детали для КАМАЗ. С пометкой «левый» деталей нет: показаны без неё',
      ...['1', '', '', '1'],
    ]);
  });

  it('leaves words out silently that say nothing about a part', () => {
    const { notes, read } = viewOf({ note: 'помпа', notes: [{ kind: 'stop', text: 'куплю' }] });
    expect(notes.isShown).toBe('');
    expect(read.strictPath).toContain('strict=1');
  });

  it('offers what titles say only where there is a choice, with a capital letter', () => {
    const facets = {
      ...NOTHING_FOUND.facets,
      kind: [
        { value: 'фара', title: 'фара', count: 3 },
        { value: 'фонарь', title: 'фонарь', count: 1 },
      ],
      side: [{ value: 'левый', title: 'левый', count: 4 }],
    };
    const { filters } = viewOf({ facets });
    expect(filters.kindOptions.map(({ value, text }) => [value, text])).toEqual([
      ['фара', 'Фара\u00a0(3)'],
      ['фонарь', 'Фонарь\u00a0(1)'],
    ]);
    expect([filters.kindShown, filters.sideShown, filters.makerShown]).toEqual(['1', '', '1']);
    expect(viewOf({ facets }, { side: 'левый' }).filters.sideShown).toBe('1');
  });
});
