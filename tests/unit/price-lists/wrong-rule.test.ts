import { describe, expect, it } from 'vitest';
import type { FormFields } from '../../../server/price-lists/rules/form-fields.ts';
import { settingsOf, wrongField } from '../../../server/price-lists/settings/import-settings.ts';

const GOOD: FormFields = {
  markup: '0-1000:30; 1000-:20',
  rounding: 'up:10',
  vat: 'add:20',
  priceUnit: 'x1000',
  rates: 'USD=92,5; EUR=100',
  manufacturerFixed: 'BOSCH',
  manufacturerFrom: 'groups',
  synonyms: 'HYUNDAI/KIA = MOBIS, KIA',
  articleFrom: 'title',
  priceless: 'skip',
  skipWords: 'уценка; б/у',
  minPrice: '10',
  maxPrice: '1 000 000',
};

describe('the rules of an upload', () => {
  it('are taken together, and none of them has to be there', () => {
    expect(wrongField(GOOD)).toBeNull();
    expect(wrongField(Object.fromEntries(Object.keys(GOOD).map((name) => [name, ' '])))).toBeNull();
  });

  it('change nothing where their fields are empty', () => {
    const empty = Object.fromEntries(Object.keys(GOOD).map((name) => [name, ' ']));
    expect(settingsOf(empty)).toEqual(settingsOf({}));
  });

  it.each<[FormFields, string]>([
    [{ markup: '30' }, 'invalid markup'],
    [{ rounding: 'down:10' }, 'invalid rounding'],
    [{ vat: '20' }, 'invalid vat'],
    [{ priceUnit: '100' }, 'invalid priceUnit'],
    [{ rates: 'USD=0' }, 'invalid rates'],
    [{ currency: 'USD', rate: '90', rates: 'USD=91' }, 'invalid rates'],
    [{ manufacturerFixed: '—' }, 'invalid manufacturerFixed'],
    [{ manufacturerFixed: 'x'.repeat(201) }, 'invalid manufacturerFixed'],
    [{ manufacturerFrom: 'title' }, 'invalid manufacturerFrom'],
    [{ synonyms: 'MOBIS' }, 'invalid synonyms'],
    [{ articleFrom: 'yes' }, 'invalid articleFrom'],
    [{ articleFrom: 'code' }, 'code is empty'],
    [{ articleFrom: 'title', title: '' }, 'title is empty'],
    [{ priceless: 'no' }, 'invalid priceless'],
    [{ priceless: 'skip', price: '' }, 'price is empty'],
    [{ minPrice: '5', price: '' }, 'price is empty'],
    [{ skipWords: '—' }, 'invalid skipWords'],
    [{ skipWords: 'а;'.repeat(15_000) }, 'invalid skipWords'],
    [{ minPrice: 'x' }, 'invalid minPrice'],
    [{ minPrice: `1${' '.repeat(19_000)}x` }, 'invalid minPrice'],
    [{ markup: `1-${' '.repeat(19_000)}x` }, 'invalid markup'],
    [{ rates: `USD=1${' '.repeat(19_000)}x` }, 'invalid rates'],
    [{ maxPrice: '-1' }, 'invalid maxPrice'],
    [{ minPrice: '10', maxPrice: '9' }, 'invalid maxPrice'],
  ])('are refused as %o: %s', (fields, error) => {
    expect(wrongField(fields)).toBe(error);
  });

  it.each<FormFields>([
    { currency: 'USD', rates: 'USD=91' },
    { currency: 'USD', rate: '90', rates: 'EUR=100' },
    { articleFrom: 'code', code: '4' },
    { priceless: 'take', price: '' },
    { minPrice: '10', maxPrice: '10' },
  ])('are taken as %o', (fields) => expect(wrongField(fields)).toBeNull());

  it('give the list the rate of its currency from either field', () => {
    const rate = { units: 925n, scale: 1 };
    expect(settingsOf({ currency: '$', rates: 'USD=92,5' }).currency).toEqual({ code: 'USD', rate });
    expect(settingsOf({ currency: '$', rate: '92,5' }).currency).toEqual({ code: 'USD', rate });
  });
});
