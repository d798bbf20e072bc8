import { describe, expect, it } from 'vitest';
import { columnsInPlace } from '../../../contract/catalogue/columns.ts';
import type { Preset } from '../../../contract/catalogue/runs.ts';
import { readField } from '../../../contract/fields/field.ts';
import { PRESET_FORM } from '../../../contract/price-lists/forms.ts';
import type { FittingPreset, GuessAnswer, GuessedSheet } from '../../../contract/price-lists/guess.ts';
import type { PresetCalls } from '../../../src/lib/price-lists/price-list-calls.ts';
import { signOfOther } from '../../../src/lib/price-lists/upload/owners.ts';
import {
  createPresets,
  hasTypedRules,
  headerChange,
  presetSettings,
  presetToStart,
  presetUnder,
  samePresets,
} from '../../../src/lib/price-lists/upload/presets.ts';
import { DEFAULT_SETTINGS, formFields } from '../../../src/lib/price-lists/upload/upload-settings.ts';

it('every field that the form of an upload sends can be saved in a preset', () => {
  const fields = formFields(DEFAULT_SETTINGS);
  const columns = Object.fromEntries(columnsInPlace('imported').map((name) => [name, '1']));
  expect(readField(PRESET_FORM.fields, { ...fields, ...columns })).toEqual({ ...fields, ...columns });
});

const preset = (id: number, name: string, rest: Partial<Preset> = {}): Preset => ({
  id,
  name,
  providerId: 2,
  fields: {},
  headers: [],
  updatedAt: '',
  ...rest,
});

const sheet = (name: string, headers: string[] = [], presets: FittingPreset[] = [], more: Partial<GuessedSheet> = {}) =>
  ({
    name,
    headers,
    presets,
    certainty: 1,
    columns: {},
    places: [],
    notes: [],
    startRow: 2,
    ...more,
  }) as unknown as GuessedSheet;
const answerOf = (...sheets: GuessedSheet[]): GuessAnswer => ({ fileId: '', sheets });

describe('a preset', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    brandId: '1',
    providerId: '2',
    sheet: 'Прайс',
    startRow: '7',
    profit: '15',
    addNewPositionMode: false,
    columns: { ...DEFAULT_SETTINGS.columns, amount: '6,14', title: '' },
  };
  const saved = preset(1, 'Опт', { fields: formFields(settings) });

  it('gives the form back as it was saved', () => {
    expect(presetSettings(saved, null)).toEqual(settings);
    expect(presetSettings(saved, answerOf(sheet('Прайс')))).toEqual(settings);
  });

  it('takes the sheet of a file that has none of that name', () => {
    expect(presetSettings(saved, answerOf(sheet('Лист1'))).sheet).toBe('Лист1');
  });
});

describe('the preset of a header', () => {
  const fitting = (id: number, providerId: number) => ({ id, providerId, name: `№ ${id}` });

  it('is one of the chosen provider, or of anybody while nobody is chosen', () => {
    const answer = answerOf(sheet('а', [], [fitting(1, 2), fitting(2, 3)]), sheet('б', [], [fitting(1, 2)]));
    expect(samePresets(answer, '2').map(({ id }) => id)).toEqual([1]);
    expect(samePresets(answer, '').map(({ id }) => id)).toEqual([1, 2]);
  });

  it('tells what has changed in the header since it was made', () => {
    const made = preset(1, 'Опт', { headers: ['Артикул', ' Цена  опт', 'Остаток'] });
    expect(headerChange(made, sheet('а', ['артикул', 'Цена опт', 'ОСТАТОК']))).toBeNull();
    expect(headerChange(made, sheet('а', ['Артикул', 'Цена', 'Остаток']))).toEqual({
      missing: [' Цена  опт'],
      added: ['Цена'],
    });
    expect(headerChange(made, sheet('а', ['Цена опт', 'Артикул', 'Остаток']))).toEqual({ missing: [], added: [] });
    expect(headerChange(preset(2, 'Без заголовка'), sheet('а', ['Артикул']))).toBeNull();
  });
});

describe('a preset whose file has its columns elsewhere', () => {
  const HEADERS = ['Артикул', 'Наименование', 'Цена опт', 'Склад', 'Цена', 'Транзит'];
  const fields = {
    article: '1',
    title: 'B',
    price: '3',
    amount: '4,6',
    startRow: '5',
    endRow: '90',
    brandId: '7',
    profit: '20',
    currency: 'USD',
    rate: '92,5',
    rounding: '10',
  };
  const made = preset(1, 'Опт', { headers: HEADERS, fields });
  const columnsFor = (headers: string[], more: Partial<GuessedSheet> = {}) => {
    const settings = presetSettings(made, answerOf(sheet('Лист1', headers, [], more)));
    const { article, title, price, amount } = settings.columns;
    return { article, title, price, amount };
  };

  it.each<[string, string[], object]>([
    ['one is new in front', ['№', ...HEADERS], { article: '2', title: '3', price: '4', amount: '5,7' }],
    ['they change places', HEADERS.toReversed(), { article: '6', title: '5', price: '4', amount: '3,1' }],
    [
      'case and blanks differ',
      ['х', ...HEADERS.map((text) => ` ${text.toUpperCase()} `)],
      { article: '2', title: '3', price: '4', amount: '5,7' },
    ],
    ['one of the stocks is gone', HEADERS.slice(0, 5), { article: '1', title: '2', price: '3', amount: '4' }],
  ])('finds them by their headings where %s', (_what, headers, columns) => {
    expect(columnsFor(headers)).toEqual(columns);
  });

  it('takes a column as it is guessed where its heading is gone, and none that it never had', () => {
    const guessed = {
      columns: { article: 9, title: 9, price: 4, amount: 9, manufacturer: 3 } as GuessedSheet['columns'],
    };
    expect(columnsFor(['Артикул', 'Наименование', 'Бренд', 'Стоимость', 'Склад'], guessed)).toEqual({
      article: '1',
      title: '2',
      price: '4',
      amount: '5',
    });
    const settings = presetSettings(made, answerOf(sheet('Лист1', ['Артикул', 'Бренд'], [], guessed)));
    expect(settings.columns.manufacturer).toBe('');
  });

  it('keeps equal headings in their order', () => {
    const twice = preset(2, 'Две цены', { headers: ['Код', 'Цена', 'Цена'], fields: { article: '1', price: '3' } });
    const { columns } = presetSettings(twice, answerOf(sheet('а', ['Цена', 'Код', 'Цена'])));
    expect([columns.article, columns.price]).toEqual(['2', '3']);
  });

  it('brings its mark-up, currency and rules, and begins where the file does', () => {
    const settings = presetSettings(made, answerOf(sheet('Лист1', ['№', ...HEADERS], [], { startRow: 9 })));
    expect(settings).toMatchObject({
      startRow: '9',
      endRow: '',
      brandId: '7',
      profit: '20',
      currency: 'USD',
      rate: '92,5',
    });
    expect(settings.rules.rounding).toBe('10');
    // The same header is read as it was saved.
    expect(presetSettings(made, answerOf(sheet('Лист1', HEADERS)))).toMatchObject({ startRow: '5', endRow: '90' });
  });

  it('finds the columns of each of its sheets', () => {
    const layout = (name: string, headers: string[]) => ({ name, headers, startRow: '2', article: '1', price: '2' });
    const sheets = JSON.stringify([layout('А', ['Код', 'Цена']), layout('Б', ['Код', 'Цена', 'Опт'])]);
    const both = preset(3, 'Листы', { headers: ['Код', 'Цена'], fields: { sheets } });
    const answer = answerOf(sheet('А', ['Код', 'Цена']), sheet('Б', ['Цена', 'Код'], [], { startRow: 4 }));
    const read = presetSettings(both, answer).sheets.map(({ sheet, startRow, columns }) => {
      return [sheet, startRow, columns.article, columns.price];
    });
    expect(read).toEqual([
      ['А', '2', '1', '2'],
      ['Б', '4', '2', '1'],
    ]);
  });

  it('reads a file that has none of its sheets by the first of them', () => {
    const first = {
      name: 'А',
      headers: ['Код', 'Цена'],
      startRow: '2',
      article: '1',
      price: '2',
      profit: '35',
      currency: '',
      rate: '',
      markup: '',
    };
    const sheets = JSON.stringify([first, { ...first, name: 'Б', profit: '50' }]);
    const both = preset(3, 'Листы', { headers: first.headers, fields: { sheets, profit: '10' } });
    const settings = presetSettings(both, answerOf(sheet('', ['№', 'Цена', 'Код'], [], { startRow: 3 })));
    expect(settings).toMatchObject({ sheets: [], sheet: '', startRow: '3', profit: '35' });
    expect([settings.columns.article, settings.columns.price]).toEqual(['3', '2']);
  });

  it('keeps the rules that were typed over it', () => {
    const typed = { ...DEFAULT_SETTINGS, providerId: '2', brandId: '8', profit: '35' };
    const settings = presetUnder(made, answerOf(sheet('Лист1', ['№', ...HEADERS])), typed);
    expect(settings).toMatchObject({ profit: '35', currency: '', brandId: '8', providerId: '2' });
    expect(settings.columns.article).toBe('2');
  });
});

describe('the preset that a provider begins with', () => {
  const only = preset(1, 'Опт', { headers: ['Артикул', 'Цена'] });
  const retail = preset(2, 'Розница', { headers: ['Артикул', 'Цена', 'Остаток', 'Бренд'] });
  const started = (presets: Preset[], headers: string[], fitting: FittingPreset[] = []) =>
    presetToStart(presets, answerOf(sheet('а', headers, fitting)), '2')?.name;

  it('is the only one, whatever the header', () => {
    expect(started([only], ['Что-то', 'другое'])).toBe('Опт');
    expect(presetToStart([only], null, '2')?.name).toBe('Опт');
    expect(started([], ['Артикул'])).toBeUndefined();
  });

  it('is the one whose header is nearest', () => {
    expect(started([only, retail], ['№', 'Артикул', 'Цена'])).toBe('Опт');
    expect(started([only, retail], ['Бренд', 'Остаток', 'Артикул', 'Цена', '№'])).toBe('Розница');
    expect(started([only, retail], ['Что-то', 'другое'])).toBeUndefined();
    expect(presetToStart([only, retail], null, '2')).toBeUndefined();
  });

  it('is none of several with the same header', () => {
    const fitting = [only, retail].map(({ id, name }) => ({ id, name, providerId: 2 }));
    expect(started([only, retail], ['Артикул', 'Цена'], fitting)).toBeUndefined();
    expect(started([only, retail], ['Артикул', 'Цена'], fitting.slice(0, 1))).toBe('Опт');
  });

  it('does not take the place of rules that were typed; the currency of the file is none of them', () => {
    const file = answerOf(sheet('а', [], [], { currency: 'USD', notes: ['foreign currency'] }));
    expect(hasTypedRules({ ...DEFAULT_SETTINGS, currency: 'USD', sheet: 'а' }, file)).toBe(false);
    expect(hasTypedRules({ ...DEFAULT_SETTINGS, currency: 'EUR', sheet: 'а' }, file)).toBe(true);
    expect(hasTypedRules({ ...DEFAULT_SETTINGS, profit: '15' }, null)).toBe(true);
  });
});

describe('the supplier of the last upload', () => {
  const known = (articles: number, ...owners: [id: number, count: number][]) => ({
    articles,
    owners: owners.map(([id, count]) => ({ id, count, title: `Склад ${id}` })),
  });
  const FIVE = ['Артикул', 'Название', 'Цена', 'Склад', 'Бренд'];
  const fitting = (providerId: number) => [{ id: 1, name: 'Опт', providerId }];

  it.each<[string, GuessAnswer['known'], GuessedSheet[], string | null]>([
    ['articles of another one', known(20, [3, 20]), [sheet('а')], 'articles'],
    ['articles of both', known(20, [3, 20], [2, 10]), [sheet('а')], null],
    ['articles of its own', known(20, [2, 20]), [sheet('а')], null],
    ['new articles', known(20), [sheet('а')], null],
    ['few articles', known(4, [3, 4]), [sheet('а')], null],
    ['the header of another one', undefined, [sheet('а', FIVE, fitting(3))], 'header'],
    ['a header of its own', undefined, [sheet('а', FIVE, [...fitting(3), ...fitting(2)])], null],
    ['a header of many', undefined, [sheet('а', FIVE.slice(0, 4), fitting(3))], null],
    ['the header of another one and its own articles', known(20, [2, 20]), [sheet('а', FIVE, fitting(3))], null],
  ])('stays chosen or not for a file with %s', (_what, articles, sheets, by) => {
    const answer = { ...answerOf(...sheets), ...(articles && { known: articles }) };
    expect(signOfOther(answer, '2')?.by ?? null).toBe(by);
  });
});

describe('the presets of a provider', () => {
  const calls: PresetCalls = {
    list: async () => [preset(2, 'Розница'), preset(1, 'Опт')],
    create: async (made) => preset(3, made.name, made),
    rename: async (id, name) => preset(id, name),
    replace: async (id, made) => preset(id, 'Опт', made),
    remove: async () => {},
  };
  const names = (presets: ReturnType<typeof createPresets>) => presets.$presets.get().presets.map(({ name }) => name);

  it('are kept in order while they are saved, renamed and removed', async () => {
    const presets = createPresets(calls);
    await presets.load(2);
    expect(names(presets)).toEqual(['Опт', 'Розница']);
    const saved: number[] = [];
    const made = { providerId: 2, name: 'Весна', fields: {}, headers: [] };
    await presets.save(made, ({ id }) => saved.push(id));
    await presets.save({ ...made, name: 'Опт' }, ({ id }) => saved.push(id));
    expect(saved).toEqual([3, 1]);
    expect(names(presets)).toEqual(['Весна', 'Опт', 'Розница']);
    await presets.rename(2, 'Архив');
    expect(names(presets)).toEqual(['Архив', 'Весна', 'Опт']);
    expect(await presets.remove(1)).toBeNull();
    expect(names(presets)).toEqual(['Архив', 'Весна']);
  });

  it('stay as they are when the service refuses, which says why', async () => {
    const refused = { response: { status: 400 }, data: { error: 'preset with this name exists' } };
    const presets = createPresets({ ...calls, rename: () => Promise.reject(refused) });
    await presets.load(2);
    expect(await presets.rename(1, 'Розница')).toMatchObject({ code: 'preset with this name exists' });
    expect(names(presets)).toEqual(['Опт', 'Розница']);
  });

  it('are nobody’s while no provider is chosen', async () => {
    const presets = createPresets(calls);
    await presets.load(2);
    await presets.load(null);
    expect(presets.$presets.get()).toEqual({ providerId: null, presets: [], failure: null });
  });
});
