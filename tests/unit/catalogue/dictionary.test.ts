import { expect, test } from 'vitest';
import {
  builtInWords,
  dictionaryWith,
  meaningsOf,
  wordKey,
} from '../../../server/catalogue/search-words/dictionary.ts';
import { segmentsOf } from '../../../server/catalogue/search-words/segments.ts';

test('the dictionary knows makers and abbreviations enough, each word once', () => {
  const words = builtInWords();
  const count = (kind: string) => words.filter((entry) => entry.kind === kind).length;
  expect(count('maker')).toBeGreaterThanOrEqual(200);
  expect(count('abbreviation')).toBeGreaterThanOrEqual(80);
  const keys = words.map(({ word }) => wordKey(word));
  expect(keys.filter((key, at) => key === '' || keys.indexOf(key) !== at)).toEqual([]);
  for (const { kind, word, means } of words) {
    expect(meaningsOf(means).length > 0, word).toBe(kind !== 'stop');
  }
});

test('a name is read as all other names of the same maker, and in any form', () => {
  const { meanings } = dictionaryWith([]);
  expect(meanings.get(wordKey('тойотой'))?.texts).toContain('Toyota');
  expect(meanings.get(wordKey('Toyota'))?.texts).toContain('тойота');
  expect(meanings.get(wordKey('нисан'))?.texts).toContain('ниссан');
});

test('meanings of meanings are followed, and a circle among them ends', () => {
  const { meanings } = dictionaryWith([
    { kind: 'synonym', word: 'один', means: 'два' },
    { kind: 'synonym', word: 'два', means: 'три' },
    { kind: 'synonym', word: 'три', means: 'один' },
  ]);
  expect(meanings.get('один')?.texts).toEqual(['два', 'три']);
});

test('a query is cut where the dictionary knows words together, numbers and makers before a model included', () => {
  const cut = (text: string) =>
    segmentsOf(text, dictionaryWith([])).map(({ typed, meaning }) => (meaning?.isStop ? `-${typed}` : typed));
  expect(cut('Куплю фильтр б/у, 2шт')).toEqual(['-куплю', 'фильтр', '-б у', '-2шт']);
  expect(cut('гбц-740.1003010')).toEqual(['гбц', '740-1003010']);
  expect(cut('мерседес бенц 1838')).toEqual(['мерседес бенц', '1838']);
  expect(cut('238Б-1601130.')).toEqual(['238Б-1601130']);
});
