import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WordEntry } from '../../../server/catalogue/search-words/dictionary.ts';
import { makerNames } from '../../../server/catalogue/search-words/maker-names.ts';
import { manufacturerKey } from '../../../server/platform/text/article-key.ts';

const named = (own: readonly WordEntry[], ...titles: readonly string[]) =>
  titles.map((title) => makerNames(own).titleOf(title));
const maker = (word: string, means: string): WordEntry => ({ kind: 'maker', word, means });

describe('names of manufacturers that mean one maker', () => {
  test.each([
    ['КАМАЗ', ['ПАО «КАМАЗ»', 'Камаз', 'kamaz', 'АО "КАМАЗ"', 'КАМАЗ ПАО']],
    ['Ромашка', ['ООО «Ромашка»', 'OOO "Ромашка"', 'ЗАО Ромашка', 'ОАО «Ромашка»', 'АО «Ромашка»']],
    ['Bosch', ['БОШ', 'Bosch GmbH', 'BOSCH']],
    ['Caterpillar', ['CAT', 'катерпиллар', 'Caterpillar Inc.']],
    ['Knorr-Bremse', ['KNORR', 'Knorr-Bremse AG']],
    ['Donkor', ['Donkor Co., Ltd', 'Donkor LLC']],
  ])('%s: by legal form, alphabet or dictionary', (name, others) => {
    const names = makerNames([]);
    const keys = [name, ...others].map((title) => names.keyOf(manufacturerKey(title)));
    expect(new Set(keys)).toEqual(new Set([keys[0]]));
    expect(new Set(named([], ...others).map((title) => title.toLowerCase()))).toEqual(new Set([name.toLowerCase()]));
  });

  test('that only begin or end like a legal form stay as they are', () => {
    const others = ['Toolmaster', 'Haojue', 'Aosheng', 'ЗАО', 'ООО', '3A0123', 'Wabag', 'MAN', 'ТОП-1000'];
    expect(named([], ...others)).toEqual(others);
    expect(makerNames([]).keyOf(manufacturerKey('MAN'))).not.toBe(makerNames([]).keyOf(manufacturerKey('MANN')));
  });

  test('are what the shop says: its word goes over that of the product, and can part what the product joins', () => {
    expect(named([maker('Caterpillar', 'CAT')], 'CAT', 'Caterpillar', 'катерпиллар')).toEqual(['CAT', 'CAT', 'CAT']);
    expect(named([maker('АМО ЗИЛ', 'ЗИЛ')], 'АМО ЗИЛ', 'Амо Зил', 'ЗИЛ')).toEqual(['ЗИЛ', 'ЗИЛ', 'ЗИЛ']);
    expect(named([{ kind: 'none', word: 'CAT', means: '' }], 'CAT', 'Caterpillar')).toEqual(['CAT', 'Caterpillar']);
    expect(named([{ kind: 'none', word: 'ПАО «Ромашка»', means: '' }], 'ПАО «Ромашка»')).toEqual(['ПАО «Ромашка»']);
    expect(named([maker('CAT', 'CAT')], 'CAT', 'Caterpillar')).toEqual(['CAT', 'Caterpillar']);
    // Of several meanings none is certain: they are for the search alone.
    expect(named([maker('Икс', 'Игрек; Зет')], 'Икс')).toEqual(['Икс']);
  });

  test('have one key however often it is asked for, circles too', () => {
    const name = fc.constantFrom('ПАО «Альфа»', 'Альфа', 'Бета', 'Gamma GmbH', 'Gamma', 'CAT', 'Caterpillar', 'ЗИЛ');
    const entry = fc.record({ kind: fc.constantFrom('maker', 'none', 'synonym'), word: name, means: name });
    fc.assert(
      fc.property(fc.array(entry as fc.Arbitrary<WordEntry>, { maxLength: 8 }), name, (own, title) => {
        const names = makerNames(own);
        const key = names.keyOf(manufacturerKey(title));
        expect(names.keyOf(key)).toBe(key);
        expect(names.titleOf(title)).not.toBe('');
      }),
    );
  });
});

describe('manufacturers that are likely one', () => {
  const listed = (...titles: readonly string[]) => titles.map((title, at) => ({ title, count: 100 - at }));
  const pairsOf = (own: readonly WordEntry[], ...titles: readonly string[]) =>
    makerNames(own)
      .likely(listed(...titles), 30)
      .map(({ word, means }) => `${word.title} = ${means.title}`);

  test('hold the other, sound like it, or are one slip away; the commoner could stand for both', () => {
    expect(pairsOf([], 'ЗИЛ', 'АМО ЗИЛ', 'SKF')).toEqual(['АМО ЗИЛ = ЗИЛ']);
    expect(pairsOf([], 'Febi Bilstein', 'Febi')).toEqual(['Febi = Febi Bilstein']);
    expect(pairsOf([], 'Донкор', 'Donkor')).toEqual(['Donkor = Донкор']);
    expect(pairsOf([], 'Sangsin', 'Sangsing')).toEqual(['Sangsing = Sangsin']);
    expect(pairsOf([], 'УралАЗ', 'АЗ УРАЛ')).toEqual(['АЗ УРАЛ = УралАЗ']);
    expect(pairsOf([], 'SKF', 'SNR', 'МАЗ', 'УАЗ', 'ГАЗ', 'ПАЗ', 'MAN', 'MANN-FILTER')).toEqual([]);
  });

  test('are left out once the shop has said anything of the rarer one', () => {
    const own: WordEntry[] = [{ kind: 'none', word: 'АМО ЗИЛ', means: '' }];
    expect(pairsOf(own, 'ЗИЛ', 'АМО ЗИЛ')).toEqual([]);
  });
});
