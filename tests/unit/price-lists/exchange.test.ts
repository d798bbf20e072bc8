// The rules of the exchange with 1C that need no database: which kind of prices counts, what a unit costs, what a row
// says of its position, and the line that 1C shows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleKey } from '../../../server/platform/text/article-key.ts';
import { keyWithoutArticle } from '../../../server/platform/text/source-key.ts';
import { outcomeOf } from '../../../server/price-lists/exchange/outcome.ts';
import type { Parsed } from '../../../server/price-lists/exchange/parse-thread.ts';
import { type KnownKind, kindsAnswer, wantedKind } from '../../../server/price-lists/exchange/price-kinds.ts';
import { articleOf, goodsRow, offerRow } from '../../../server/price-lists/exchange/rows.ts';
import { type Goods, type Offer, unitPrice } from '../../../server/price-lists/exchange/settings.ts';

const RETAIL = { id: 'p1', title: 'Розничная', currency: 'руб' };
const TRADE = { id: 'p2', title: 'Оптовая', currency: '' };
const known = (kind: typeof RETAIL, said: Partial<KnownKind> = {}): KnownKind => ({
  ...kind,
  knownAs: '',
  chosen: 0,
  ...said,
});

describe('the kind of prices', () => {
  it.each([
    ['by title in any case and spacing', ' розничная ', [], [TRADE, RETAIL], 'p1'],
    ['by id', 'p2', [], [RETAIL, TRADE], 'p2'],
    ['by a title that another file named, where this one names none', 'Розничная', [known(RETAIL)], [], 'p1'],
    [
      'by the id learnt once, whatever the kind is called now',
      'Розничная',
      [known({ ...RETAIL, title: 'Розница' }, { knownAs: 'розничная' })],
      [
        { ...RETAIL, title: 'Розница' },
        { ...TRADE, title: 'Розничная' },
      ],
      'p1',
    ],
    [
      'by its title again where the program has it under another id',
      'Розничная',
      [known(RETAIL, { knownAs: 'розничная' })],
      [{ ...RETAIL, id: 'p9' }],
      'p9',
    ],
    ['never another one where the file has none of that name', 'Закупочная', [known(RETAIL)], [RETAIL], 'Закупочная'],
    ['the one chosen before, though a file begins with another', '', [known(RETAIL, { chosen: 1 })], [TRADE], 'p1'],
    [
      'the one a person chose, not the first one that came',
      '',
      [known(RETAIL, { chosen: 1 }), known(TRADE, { chosen: 2 })],
      [RETAIL],
      'p2',
    ],
    ['the first one of the first file', '', [known(TRADE)], [RETAIL, TRADE], 'p1'],
    ['that of the first price where the file names none', '', [], [], null],
  ] as const)('is %s', (_name, setting, before, inFile, id) => {
    expect(wantedKind(setting, before, inFile).id).toBe(id);
  });

  it('is asked for on the page where there are several and neither a setting nor a person has chosen', () => {
    const first = [known(RETAIL, { chosen: 1 }), known(TRADE)];
    expect(kindsAnswer('', first)).toMatchObject({ asks: true, setting: null });
    expect(kindsAnswer('', first).kinds.map(({ isTaken }) => isTaken)).toEqual([true, false]);
    expect(kindsAnswer('оптовая', first)).toMatchObject({ asks: false, setting: 'оптовая' });
    expect(kindsAnswer('оптовая', first).kinds.map(({ isTaken }) => isTaken)).toEqual([false, true]);
    expect(kindsAnswer('', [known(RETAIL, { chosen: 1 })]).asks).toBe(false);
    expect(kindsAnswer('', [known(RETAIL, { chosen: 2 }), known(TRADE)]).asks).toBe(false);
  });
});

describe('the price of a unit', () => {
  it.each([
    ['1234.5', '', '1234.50'],
    ['1 234,505', '1', '1234.51'],
    ['99,994', '', '99.99'],
    ['1000', '10', '100.00'],
    ['100', '3', '33.33'],
    ['200', '3', '66.67'],
    ['5', '0,5', '10.00'],
    ['5', '0', '5.00'],
    ['0', '', '0.00'],
    ['0.004', '', '0.00'],
    ['-5', '', null],
    ['договорная', '', null],
    ['', '', null],
    ['999999999999999', '', null],
  ])('of %s for %s is %s', (price, units, expected) => {
    expect(unitPrice(price, units)).toBe(expected);
  });

  it('is the price itself for every whole number of kopecks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (kopecks) => {
        const text = `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
        expect(unitPrice(text, '1')).toBe(text);
        expect(unitPrice(text.replace('.', ','), '')).toBe(text);
      }),
    );
  });
});

const GOODS: Goods = { id: 'a', code: '00-1', article: 'A-1', title: 'Вал', manufacturer: 'ЗМЗ', isRemoved: false };
const OFFER: Offer = { id: 'a', article: '', title: '', variant: '', price: '5.00', amount: 2, isRemoved: false };
const POSITION = { id: 1, source_key: 'id:a', article: 'A-1', title: 'Вал', manufacturer: 'ЗМЗ', code: '00-1' };

describe('the row of an offer', () => {
  it('names its position by the whole id, a variant by its own', () => {
    expect(offerRow({ offer: OFFER, goods: GOODS }, undefined)).toMatchObject({ source: 'id:a', title: 'Вал' });
    const red = { ...OFFER, id: 'a#1', variant: 'красный' };
    expect(offerRow({ offer: red, goods: GOODS }, undefined)).toMatchObject({
      source: 'id:a#1',
      article: 'A-1',
      title: 'Вал (красный)',
    });
    const named = { ...red, title: 'Вал красный', article: 'A-1R' };
    expect(offerRow({ offer: named, goods: GOODS }, undefined)).toMatchObject({
      article: 'A-1R',
      title: 'Вал красный',
    });
    // Some programs list variants among the goods too.
    const own = { ...GOODS, id: 'a#1', title: 'Вал синий' };
    expect(offerRow({ offer: red, goods: own }, undefined)).toMatchObject({ source: 'id:a#1', title: 'Вал синий' });
  });

  it('leaves what it does not say: an article, a price, a stock', () => {
    const bare = { ...OFFER, price: null, amount: null };
    expect(offerRow({ offer: bare, goods: undefined }, POSITION)).toMatchObject({
      article: 'A-1',
      title: '',
      price: '',
      amount: '',
    });
    expect(offerRow({ offer: bare, goods: { ...GOODS, article: '', code: '' } }, POSITION)?.article).toBe('');
  });

  it('is without stock for removed goods, and there is none where the catalogue does not have them', () => {
    const removed = { ...GOODS, isRemoved: true };
    expect(offerRow({ offer: OFFER, goods: removed }, POSITION)).toEqual({ source: 'id:a', article: 'A-1', amount: 0 });
    expect(offerRow({ offer: OFFER, goods: removed }, undefined)).toBeNull();
    expect(offerRow({ offer: { ...OFFER, isRemoved: true }, goods: GOODS }, POSITION)?.amount).toBe(0);
  });

  it('has the code where there is no article', () => {
    expect(articleOf({ offer: OFFER, goods: { ...GOODS, article: '' } })).toBe('00-1');
    expect(articleOf({ offer: { ...OFFER, article: 'B' }, goods: { ...GOODS, article: '' } })).toBe('B');
    expect(articleOf({ offer: null, goods: { ...GOODS, article: '', code: '' } })).toBe('');
  });
});

describe('the row of goods', () => {
  it('is there only where it changes something, and leaves variants to their offers', () => {
    expect(goodsRow(GOODS, POSITION)).toBeNull();
    expect(goodsRow({ ...GOODS, title: 'Вал\n' }, POSITION)).toBeNull();
    expect(goodsRow({ ...GOODS, article: 'A-2' }, POSITION)).toMatchObject({ source: 'id:a', article: 'A-2' });
    expect(goodsRow({ ...GOODS, title: '', manufacturer: '' }, POSITION)).toBeNull();
    expect(goodsRow({ ...GOODS, title: 'Ось' }, { ...POSITION, source_key: 'id:a#1' })).toBeNull();
    expect(goodsRow({ ...GOODS, isRemoved: true }, { ...POSITION, source_key: 'id:a#1' })).toMatchObject({ amount: 0 });
  });
});

const PARSED: Parsed = {
  goods: 0,
  offers: 5,
  problems: {},
  kinds: [RETAIL],
  takenKind: RETAIL,
  wanted: { id: 'p1', title: 'Розничная', isSet: false },
  others: 0,
};
const DONE = { message: 'Прайс загружен: создано 5, обновлено 0, без изменений 0', skipped: 0, failed: 0 };

describe('the answer to 1C', () => {
  it('is a success only where everything was taken', () => {
    expect(outcomeOf(PARSED, DONE).failure).toBeNull();
    expect(outcomeOf({ ...PARSED, others: 2 }, DONE).failure).toBeNull();
  });

  it.each([
    ['skipped goods', PARSED, { ...DONE, skipped: 3 }, /без наименования не создано — 3/],
    ['rows with errors', PARSED, { ...DONE, failed: 2 }, /строк с ошибками — 2/],
    [
      'a currency',
      { ...PARSED, problems: { currency: { count: 4, first: 'USD' } } },
      DONE,
      /не в рублях.* — 4, например «USD»/,
    ],
    ['an unreadable price', { ...PARSED, problems: { price: { count: 1, first: '' } } }, DONE, /цен не прочитано — 1/],
    [
      'an unreadable stock',
      { ...PARSED, problems: { stock: { count: 1, first: 'много' } } },
      DONE,
      /остатков не прочитано — 1/,
    ],
    ['goods without an id', { ...PARSED, problems: { id: { count: 2, first: 'Вал' } } }, null, /без Ид.* — 2/],
    [
      'another kind of prices',
      { ...PARSED, takenKind: null, others: 5, wanted: { id: 'p2', title: 'Оптовая', isSet: true } },
      DONE,
      /нет вида цен «Оптовая», есть: «Розничная»: цены не изменены/,
    ],
  ] as const)('says %s in one line, with what was done', (_name, parsed, answer, reason) => {
    const failure = outcomeOf(parsed, answer).failure?.replaceAll('\u00a0', ' ');
    expect(failure).toMatch(reason);
    expect(failure).not.toContain('\n');
    expect(failure).toContain(answer ? 'создано' : 'Принято');
  });
});

describe('the key of a position without an article', () => {
  it('is the same for the same name, another for another, and no key of a typed article', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== '' && one !== other);
        const key = keyWithoutArticle(one);
        expect(keyWithoutArticle(one)).toBe(key);
        expect(keyWithoutArticle(other)).not.toBe(key);
        expect(articleKey(key)).toBe('');
      }),
    );
    expect(keyWithoutArticle('')).toBe('');
  });
});
