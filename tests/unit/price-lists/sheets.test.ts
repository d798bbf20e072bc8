import { describe, expect, it } from 'vitest';
import type { Preset } from '../../../contract/catalogue/runs.ts';
import { GUESSED_COLUMNS } from '../../../contract/price-lists/columns.ts';
import type { GuessAnswer, GuessedSheet } from '../../../contract/price-lists/guess.ts';
import { withFile } from '../../../src/lib/price-lists/upload/guessed-settings.ts';
import { headerChange, presetSettings } from '../../../src/lib/price-lists/upload/presets.ts';
import {
  rulesOf,
  ruleWords,
  sameRules,
  withoutRules,
  withRules,
} from '../../../src/lib/price-lists/upload/price-rules.ts';
import { readSheets } from '../../../src/lib/price-lists/upload/sheet-layouts.ts';
import {
  DEFAULT_SETTINGS,
  formFields,
  settingsErrors,
  sheetsOf,
  withShown,
} from '../../../src/lib/price-lists/upload/upload-settings.ts';

const nowhere = Object.fromEntries(GUESSED_COLUMNS.map((name) => [name, null])) as GuessedSheet['columns'];

const sheet = (name: string, article: number, certainty = 0.9): GuessedSheet => ({
  name,
  startRow: 2,
  headerRows: [1],
  columns: { ...nowhere, article, title: 3, price: 4 },
  prices: [4],
  stocks: [],
  places: [],
  currency: null,
  priceUnit: null,
  rowCount: 10,
  goods: 9,
  certainty,
  notes: [],
  rows: [],
  headers: ['Артикул', name],
  presets: [],
});

const file: GuessAnswer = { fileId: '', sheets: [sheet('Условия', 1, 0.2), sheet('Фильтры', 1), sheet('Шины', 2)] };
const owners = { ...DEFAULT_SETTINGS, brandId: '1', providerId: '2' };
const chosen = withFile(owners, file);
const sent = (settings = chosen) => JSON.parse(formFields(settings).sheets || '[]') as { name: string }[];
const use = (settings: typeof chosen, names: readonly string[]) => ({
  ...settings,
  sheets: sheetsOf(settings).map((one) => ({ ...one, isUsed: names.includes(one.sheet) })),
});

describe('a file of several sheets', () => {
  it('is read from those that are surely price lists', () => {
    expect(chosen.sheet).toBe('Фильтры');
    expect(sheetsOf(chosen).map(({ sheet: name, isUsed }) => [name, isUsed])).toEqual([
      ['Условия', false],
      ['Фильтры', true],
      ['Шины', true],
    ]);
    expect(sent()).toMatchObject([
      { name: 'Фильтры', startRow: '2', article: '1', title: '3', price: '4', articleFrom: '' },
      { name: 'Шины', article: '2', headers: ['Артикул', 'Шины'] },
    ]);
    expect(settingsErrors(chosen)).toEqual({});
  });

  it('keeps what is typed of a sheet while another one is shown', () => {
    const typed = { ...chosen, startRow: '7', columns: { ...chosen.columns, price: '5' } };
    const other = withShown(typed, 'Шины');
    expect(other).toMatchObject({ sheet: 'Шины', startRow: '2', columns: { article: '2', price: '4' } });
    expect(withShown(other, 'Фильтры')).toMatchObject({ startRow: '7', columns: { price: '5' } });
    expect(sent(other)).toMatchObject([{ startRow: '7', price: '5' }, { startRow: '2' }]);
    expect(withShown(typed, 'Такого нет')).toBe(typed);
  });

  it('is sent like a file of one sheet where just one is marked, whichever is shown', () => {
    const one = use(chosen, ['Шины']);
    expect(formFields(one)).toMatchObject({ sheet: 'Шины', sheets: '', article: '2' });
    expect(settingsErrors({ ...one, columns: { ...one.columns, article: '' } })).toEqual({});
  });

  it('is not sent with no sheet marked, or with one that cannot be read', () => {
    expect(settingsErrors(use(chosen, []))).toEqual({ sheets: 'empty' });
    const wrong = withShown({ ...chosen, columns: { ...chosen.columns, article: '' } }, 'Шины');
    expect(settingsErrors(wrong)).toEqual({ sheets: 'sheet' });
    expect(settingsErrors(withShown(wrong, 'Фильтры'))).toEqual({ article: 'empty' });
  });

  it('has a currency and a mark-up for each sheet that wants its own', () => {
    const prices = { currency: 'USD', rate: '90', profit: '', markup: '0-:15' };
    const of = (settings: typeof chosen, own: typeof prices | null) => ({
      ...settings,
      sheets: sheetsOf(settings).map((one) => (one.sheet === 'Шины' ? { ...one, prices: own } : one)),
    });
    const own = of(chosen, prices);
    expect(sent(own)[0]).not.toHaveProperty('currency');
    expect(sent(own)[1]).toMatchObject(prices);
    // Whichever sheet is shown.
    expect(sent(withShown(own, 'Шины'))).toEqual(sent(own));
    expect(readSheets(formFields(own).sheets ?? '').map((one) => one.prices)).toEqual([null, prices]);
    expect(settingsErrors(own)).toEqual({});
    for (const wrong of [
      { ...prices, rate: '' },
      { ...prices, currency: '' },
      { ...prices, profit: 'x' },
      { ...prices, markup: '10' },
    ]) {
      expect(settingsErrors(of(chosen, wrong))).toEqual({ sheets: 'sheet' });
      expect(settingsErrors(withShown(of(chosen, wrong), 'Шины'))).toEqual({ sheets: 'sheet' });
    }
    expect(formFields(use(own, ['Шины']))).toMatchObject({ ...prices, sheets: '' });
    const told = ruleWords(own).map(({ value }) => value.replaceAll('\u00a0', ' '));
    expect(told).toEqual(['«Шины» — USD, курс 90 ₽, наценка: — 15 %']);
  });

  it('leaves them with the rules that were typed for another supplier, and takes them back with those', () => {
    const prices = { currency: 'USD', rate: '90', profit: '5', markup: '' };
    const own = { ...chosen, sheets: sheetsOf(chosen).map((one) => ({ ...one, prices })) };
    const left = withoutRules(own);
    expect(left.sheets.map((one) => one.prices)).toEqual([null, null, null]);
    expect(sameRules(own, left)).toBe(false);
    expect(withRules(left, rulesOf(own)).sheets).toEqual(own.sheets);
  });

  it('is read as a preset says, and asks where a sheet or a header is another one', () => {
    const preset: Preset = {
      id: 1,
      providerId: 2,
      name: 'Опт',
      fields: formFields({ ...chosen, startRow: '5' }),
      headers: ['Артикул', 'Фильтры'],
      updatedAt: '',
    };
    const next = { ...file, sheets: [sheet('Фильтры', 1), sheet('Диски', 1)] };
    const settings = presetSettings(preset, next);
    expect(settings).toMatchObject({ sheet: 'Фильтры', startRow: '5' });
    expect(sheetsOf(settings).map(({ sheet: name, isUsed }) => [name, isUsed])).toEqual([
      ['Фильтры', true],
      // It is named until it is unmarked, and refused as long as it is not in the file.
      ['Шины', true],
      ['Диски', false],
    ]);
    expect(headerChange(preset, sheet('Шины', 2))).toBeNull();
    expect(headerChange(preset, { ...sheet('Шины', 2), headers: ['Код'] })?.added).toEqual(['Код']);
    const single = presetSettings({ ...preset, fields: formFields(use(chosen, ['Шины'])) }, file);
    expect(sheetsOf(single).filter(({ isUsed }) => isUsed)).toMatchObject([{ sheet: 'Шины' }]);
  });
});
