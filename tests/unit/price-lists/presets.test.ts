import { describe, expect, it } from 'vitest';
import type { Preset } from '../../../contract/catalogue/runs.ts';
import type { FittingPreset, GuessAnswer, GuessedSheet } from '../../../contract/price-lists/guess.ts';
import type { PresetCalls } from '../../../src/lib/price-lists/price-list-calls.ts';
import {
  createPresets,
  headerChange,
  presetSettings,
  samePresets,
} from '../../../src/lib/price-lists/upload/presets.ts';
import { DEFAULT_SETTINGS, formFields } from '../../../src/lib/price-lists/upload/upload-settings.ts';

const preset = (id: number, name: string, rest: Partial<Preset> = {}): Preset => ({
  id,
  name,
  providerId: 2,
  fields: {},
  headers: [],
  updatedAt: '',
  ...rest,
});

const sheet = (name: string, headers: string[] = [], presets: FittingPreset[] = []) =>
  ({ name, headers, presets, certainty: 1 }) as unknown as GuessedSheet;
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
