import { describe, expect, it } from 'vitest';
import { parseMarkup, parseRounding, parseVat } from '../../../server/price-lists/rules/selling-price.ts';
import { parseStockWords } from '../../../server/price-lists/rules/stock.ts';
import { isNarrowed } from '../../../src/lib/catalogue/positions-calls.ts';
import { fieldText } from '../../../src/lib/catalogue/positions-texts.ts';
import { createChosenFile, isSameFile } from '../../../src/lib/price-lists/upload/chosen-file.ts';
import {
  rulesOf,
  ruleWords,
  sameRules,
  wholeReading,
  withoutRules,
  withRules,
} from '../../../src/lib/price-lists/upload/price-rules.ts';
import {
  areBands,
  bandMistakes,
  isJoined,
  isRounding,
  isVat,
  readBands,
  readRounding,
  readVat,
  roundingMistake,
  stepsWith,
  stockMeaning,
  withBand,
  withoutBand,
  withPart,
  withRoundingPart,
  withStockMeaning,
  withVatPercent,
  writeBands,
  writeRounding,
  writeVat,
} from '../../../src/lib/price-lists/upload/typed-rules.ts';
import { DEFAULT_SETTINGS, type UploadSettings } from '../../../src/lib/price-lists/upload/upload-settings.ts';

const typed: UploadSettings = {
  ...DEFAULT_SETTINGS,
  brandId: '1',
  providerId: '2',
  sheet: 'Прайс',
  startRow: '4',
  profit: '15',
  missing: 'zero',
  rules: {
    ...DEFAULT_SETTINGS.rules,
    articleFrom: 'title',
    markup: '0-1000:30; 1000-:10',
    vat: 'add:20',
    rounding: 'up:100-10',
    skipWords: 'уценка',
  },
};
const plain = (rules: readonly { name: string; value: string }[]) =>
  rules.map(({ name, value }) => `${name}: ${value}`.replaceAll('\u00a0', ' '));

describe('the rules of a form', () => {
  it('can be left behind and taken back, whatever the layout and the owner are by then', () => {
    const fresh = withoutRules({ ...typed, providerId: '3' });
    expect(fresh).toMatchObject({ providerId: '3', sheet: 'Прайс', startRow: '4', profit: '', missing: 'leave' });
    expect(fresh.rules.articleFrom).toBe('title');
    expect(sameRules(fresh, DEFAULT_SETTINGS)).toBe(true);
    expect(withRules(fresh, rulesOf(typed))).toEqual({ ...typed, providerId: '3' });
  });

  it('are told in words', () => {
    expect(plain(ruleWords(DEFAULT_SETTINGS))).toEqual([]);
    expect(plain(ruleWords(typed))).toEqual([
      'Наценка: до 1 000 ₽ — 30 %; от 1 000 ₽ — 10 %; остальные — 15 %',
      'НДС: прибавить 20 %',
      'Округление: вверх до 100 ₽, минус 10 ₽',
      'Позиции, которых нет в прайсе: обнулить остаток',
      'Пропускать: со словами: уценка',
    ]);
    expect(plain(wholeReading({ ...DEFAULT_SETTINGS, currency: 'eur', rate: '92,5' }, 'Опт')).slice(0, 5)).toEqual([
      'Настройки: «Опт»',
      'Лист: первый',
      'Строки: с 1-й',
      'Наценка: нет',
      'Валюта: EUR, курс 92,5 ₽',
    ]);
  });
});

describe('what is typed of a rule', () => {
  it.each(['0-1000:30; 1000-5000:20; 5000-:10', '10-20:-5', '1 000-2 000,50:7,5'])(
    'bands %s are written as they were read, and as the service reads them',
    (text) => {
      expect(writeBands(readBands(text))).toBe(text);
      expect(areBands(text)).toBe(true);
      expect(parseMarkup(text)).not.toBeNull();
    },
  );
  it.each([
    '0-:10; 5-:1',
    '0-10:1; 20-30:1',
    '10-5:1',
    '0-10:',
    'много',
    '0-:-100',
    '0-:10001',
    Array.from({ length: 51 }, (_, at) => `${at}-${at + 1}:1`).join(';'),
  ])('bands %s are no bands', (text) => {
    expect(areBands(text)).toBe(false);
    expect(parseMarkup(text)).toBeNull();
  });

  it('bands are put together row by row, each from where the one above it ends', () => {
    const one = withBand([]);
    expect(writeBands(one)).toBe('0-:');
    const two = withBand(withPart(withPart(one, 0, 'to', '1 000;'), 0, 'percent', '30%'));
    expect(isJoined(two, 1)).toBe(true);
    const moved = withPart(withPart(two, 0, 'to', '2-000'), 1, 'percent', '-5');
    expect(writeBands(moved)).toBe('0-2000:30%; 2000-:-5');
    expect(readBands(writeBands(moved))[0]?.percent).toBe('30');
    const three = withPart(withBand(withPart(moved, 1, 'to', '3000')), 2, 'percent', '1');
    expect(writeBands(withoutBand(three, 1))).toBe('0-2000:30%; 2000-:1');
    expect(writeBands(withoutBand(three, 0))).toBe('0-3000:-5; 3000-:1');
    expect(withoutBand(one, 0)).toEqual([]);
  });
  it('what is wrong with bands is told of the part that is wrong', () => {
    expect(bandMistakes(readBands('0-:10; 5-x:'))).toEqual([{ to: 'end' }, { to: 'number', percent: 'percent' }]);
    expect(bandMistakes(readBands('0-10:1; 20-15:1'))).toEqual([{}, { from: 'gap', to: 'order' }]);
    expect(bandMistakes(readBands('много'))).toEqual([{ from: 'number', percent: 'percent' }]);
  });

  it('a rounding keeps a step that is not offered, and tells which part is wrong', () => {
    expect(stepsWith('25')).toContain('25');
    expect(stepsWith('10')).toEqual(stepsWith(''));
    const parts = readRounding('up:100');
    expect(writeRounding(withRoundingPart(parts, 'less', '1-0'))).toBe('up:100-10');
    expect(roundingMistake({ ...parts, less: '100' })).toBe('less');
    expect(roundingMistake({ ...parts, step: '0' })).toBe('step');
    expect(roundingMistake({ ...parts, step: '100001' })).toBe('step');
  });

  it.each([
    ['10', 'nearest:10'],
    ['up:100-10', 'up:100-10'],
    ['', ''],
    ['none', ''],
  ])('a rounding of %s is written as %s and means the same', (text, written) => {
    expect(writeRounding(readRounding(text))).toBe(written);
    expect(isRounding(text)).toBe(true);
    expect(parseRounding(written)).toEqual(parseRounding(text));
  });
  it.each(['up:', 'up:10-10', 'десять'])('%s is no rounding', (text) => {
    expect(isRounding(text)).toBe(false);
    expect(parseRounding(text)).toBeUndefined();
  });

  it.each(['add:20', 'remove:7,5', ''])('a tax of %s is written as it was read', (text) => {
    expect(writeVat(readVat(text))).toBe(text);
    expect(isVat(text)).toBe(true);
    expect(parseVat(text)).not.toBeUndefined();
  });
  it('a rate takes nothing but a number', () => {
    expect(writeVat(withVatPercent({ by: 'add', percent: '' }, '22:%'))).toBe('add:22');
  });
  it.each(['add:', 'add:0', 'add:101', 'двадцать'])('%s is no tax', (text) => {
    expect(isVat(text)).toBe(false);
    expect(parseVat(text)).toBeUndefined();
  });
});

describe('the list of positions', () => {
  it.each([
    ['158.03', '158,03'],
    ['158.00', '158'],
    ['0.00', '0'],
    ['1.2.3', '1.2.3'],
  ])('shows the number %s as %s in a field', (value, text) => {
    expect(fieldText(value)).toBe(text);
  });

  it('is narrowed by any filter but the one that shows everything', () => {
    expect([{}, { shown: 'all' }, { shown: 'removed' }, { brandId: '1' }].map(isNarrowed)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('the file that was at hand', () => {
  it('is named by a page that is loaded anew, with what was known of it', () => {
    const kept = new Map<string, string>();
    const chosen = createChosenFile({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    });
    const file = { name: 'прайс.csv', size: 3 };
    chosen.note({ isChecked: true });
    expect(chosen.read()).toBeNull();
    chosen.choose(file);
    chosen.note({ isChecked: true });
    expect(chosen.read()).toEqual({ ...file, presetId: null, isChecked: true });
    expect(isSameFile(chosen.read(), file)).toBe(true);
    expect(isSameFile(chosen.read(), { ...file, size: 4 })).toBe(false);
    kept.set('upload.file', '{"name":7}');
    expect(chosen.read()).toBeNull();
    chosen.forget();
    expect(kept.size).toBe(0);
  });
});

describe('the words of stock of a supplier', () => {
  it('get a meaning, another one or none again, whatever else the field says', () => {
    const first = withStockMeaning('мало = 2; Центр = есть', 'склад', 'есть');
    expect(first).toBe('мало = 2\nЦентр = есть\nсклад = есть');
    const other = withStockMeaning(first, 'центр', 'в пути');
    expect([stockMeaning(other, 'Центр'), stockMeaning(other, 'мало'), stockMeaning(other, 'нет')]).toEqual([
      'в пути',
      '2',
      '',
    ]);
    expect(parseStockWords(other)).toEqual({ мало: 2, склад: 1, центр: 0 });
    expect(withStockMeaning(withStockMeaning(other, 'центр', ''), 'мало', '')).toBe('склад = есть');
  });
});

it('names the column of manufacturers only where there is one', () => {
  const maker = (settings: UploadSettings) =>
    wholeReading(settings, '')
      .find(({ name }) => name === 'Производитель')
      ?.value.replaceAll('\u00a0', ' ');
  const columns = { ...DEFAULT_SETTINGS.columns, manufacturer: '' };
  const without = { ...DEFAULT_SETTINGS, columns };
  const ruled = (rules: Partial<UploadSettings['rules']>) => ({ ...without, rules: { ...without.rules, ...rules } });
  expect(maker({ ...without, columns: { ...columns, manufacturer: '5' } })).toBe('из столбца производителя');
  expect(maker(without)).toBe('не указан');
  expect(maker(ruled({ manufacturerFrom: 'groups' }))).toBe('из заголовка группы');
  expect(maker(ruled({ manufacturerFixed: 'BOSCH' }))).toBe('BOSCH во всех строках');
});
