import { describe, expect, it } from 'vitest';
import type { Preset } from '../../../contract/catalogue/runs.ts';
import { otherProvidersListDoubt, withArticlesSay } from '../../../server/price-lists/rules/doubts.ts';
import type { ColumnMap } from '../../../server/price-lists/rules/form-fields.ts';
import { followsHeadings, unusedPresetDoubt } from '../../../server/price-lists/settings/presets.ts';

describe('the presets of a provider whose list is read without one', () => {
  const preset = (name: string, fields: Preset['fields']): Preset => ({
    ...{ id: 1, providerId: 1, headers: [], updatedAt: '' },
    ...{ name, fields },
  });
  const COLUMNS = { article: '1', title: '2', price: '3' };

  it.each<[string, Preset[], Record<string, string>, boolean]>([
    ['a mark-up that the form does not have', [preset('Опт', { profit: '20' })], {}, true],
    ['another mark-up', [preset('Опт', { profit: '20' })], { profit: '2' }, true],
    ['a currency', [preset('Опт', { currency: 'USD', rate: '92' })], {}, true],
    ['bands of a mark-up', [preset('Опт', { markup: '0-:30' })], {}, true],
    ['prices of its sheets', [preset('Опт', { sheets: '[{"name":"А","profit":"20"}]' })], {}, true],
    ['other columns', [preset('Опт', { ...COLUMNS, price: '4' })], COLUMNS, true],
    [
      'the rules of the form',
      [preset('Опт', { profit: '20', repeated: '' })],
      { profit: '20', repeated: 'last' },
      false,
    ],
    ['the columns of the form', [preset('Опт', { article: 'A', title: 'B', price: 'C' })], COLUMNS, false],
    ['several, one like the form', [preset('Опт', { profit: '20' }), preset('Розница', {})], COLUMNS, false],
    ['none', [], {}, false],
  ])('are asked about where they have %s', (_what, presets, fields, isAsked) => {
    expect(unusedPresetDoubt(presets, fields) !== null).toBe(isAsked);
  });

  it('are named, three at most', () => {
    const presets = ['А', 'Б', 'В', 'Г'].map((name) => preset(name, { profit: '20' }));
    expect(unusedPresetDoubt(presets, {})?.text.replaceAll('\u00a0', ' ')).toContain('«А», «Б», «В» и другие');
  });
});

describe('columns that are read under the headings of their preset', () => {
  const preset = { name: 'Опт', headers: ['Артикул', 'Название', 'Цена'], columns: { article: 1, title: 2, price: 3 } };
  const MOVED = ['№', 'Цена', 'Название', ' АРТИКУЛ '];

  it.each<[ColumnMap, string[], boolean]>([
    [{ article: 4, title: 3, price: 2 }, MOVED, true],
    [{ article: 4, title: 3, price: 2, amount: 1 }, MOVED, true],
    [{ article: 1, title: 2, price: 3 }, MOVED, false],
    [{ article: 4, title: 3 }, MOVED, false],
    [{ article: 1, title: 2, price: 3 }, ['Артикул', 'Название', 'Цена опт'], false],
  ])('settle that the header has changed: %j', (columns, headers, isSettled) => {
    expect(followsHeadings(preset, columns, headers)).toBe(isSettled);
  });

  it('settle nothing where the preset has no headings or no columns', () => {
    expect(followsHeadings({ ...preset, headers: [] }, preset.columns, MOVED)).toBe(false);
    expect(followsHeadings({ name: 'Опт', headers: MOVED }, {}, MOVED)).toBe(false);
  });
});

describe('whose list it is', () => {
  it('is asked from half of another provider on, below 10 % of the chosen one, and from five articles on', () => {
    const isAsked = (articles: number, own: number, count: number) =>
      otherProvidersListDoubt({ articles, own }, { title: 'Склад', count }) !== null;
    expect(isAsked(100, 9, 50)).toBe(true);
    expect(isAsked(100, 9, 49)).toBe(false);
    expect(isAsked(100, 10, 100)).toBe(false);
    expect(isAsked(5, 0, 5)).toBe(true);
    expect(isAsked(4, 0, 4)).toBe(false);
    expect(otherProvidersListDoubt({ articles: 100, own: 0 }, null)).toBeNull();
  });

  it('is what the articles say, whatever the header is like', () => {
    const byHeader = { kind: 'other-provider', text: 'header' } as const;
    const further = { kind: 'rows-above', text: '' } as const;
    const other = { title: 'Склад', count: 100 };
    const kinds = (own: number, owner: typeof other | null) =>
      withArticlesSay([byHeader, further], { articles: 100, own }, owner).map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds(50, other)).toEqual(['rows-above ']);
    expect(kinds(0, null)).toEqual(['other-provider header', 'rows-above ']);
    expect(kinds(0, other)).toEqual([expect.stringContaining('«Склад»'), 'rows-above ']);
  });
});
