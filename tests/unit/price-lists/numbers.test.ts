import { describe, expect, it } from 'vitest';
import { hundredths, numberOf, parseNumber } from '../../../server/catalogue/sheets/cell-values.ts';
import { decimalOf, plainDigits, sheetNumber } from '../../../server/platform/sheets/decimal.ts';

const read = (text: string) => {
  const value = parseNumber(text);
  return value && numberOf(value);
};

describe('a number as people write it', () => {
  it.each([
    ['1 234,50 ₽', 1234.5],
    ['1 234,50 руб.', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234,56', 1234.56],
    ['1 206 305,467', 1206305.467],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1,234', 1.234],
    ["1'234.50", 1234.5],
    ['7,02 UAH', 7.02],
    ['$12.50', 12.5],
    ['₽ 100', 100],
    ['>20', 20],
    ['> 40', 40],
    ['>=5', 5],
    ['больше 30', 30],
    ['Более 100 шт', 100],
    ['2 шт.', 2],
    ['>10 шт.', 10],
    ['1 шт (резерв)', 1],
    ['10+', 10],
    ['15%', 15],
    ['-5', -5],
    ['− 5,5', -5.5],
    ['  12  ', 12],
    ['0,5', 0.5],
    ['007', 7],
    ['1250=00', 1250],
    ['1 250=50', 1250.5],
    ['1.250=50', 1250.5],
    ['1,250=50', 1250.5],
    ['1 250 = 00', 1250],
    ['1250=', 1250],
    ['1250,00=', 1250],
    ['1250=-', 1250],
    ['1 250,-', 1250],
    ['1.250,-', 1250],
    ['1,250.-', 1250],
    ['1250.--', 1250],
    ['1250,—', 1250],
    ['1250,- руб', 1250],
    ['1250-00', 1250],
    ['1 250-00 руб.', 1250],
    ['от 1250=00', null],
    ['1250=5', null],
    ['1250=005', null],
    ['1250=00=00', null],
  ])('%s is %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each([
    '',
    'нет',
    '1e5',
    '1E5',
    '12-3',
    '10-20',
    '1 2',
    '12 34',
    '1.2.3',
    '1,23,456',
    '1234 567',
    '5 шт. 3 кор.',
    '<5',
    '=1',
    '#N/A',
    '12.03.2024',
    ',5',
    '(100)',
    '1/2 ок 3',
  ])('%s is none', (text) => {
    expect(parseNumber(text)).toBeNull();
  });
});

describe('money', () => {
  it.each([
    ['1.005', 101],
    ['1.004', 100],
    ['2.675', 268],
    ['1234.5', 123450],
    ['0.005', 1],
    ['-0.005', -1],
    ['99999999999.995', 10_000_000_000_000],
  ])('%s roubles are %d kopecks', (digits, kopecks) => {
    expect(hundredths(decimalOf(digits))).toBe(kopecks);
  });

  it('takes the decimal digits of a number of a sheet, not its binary remains', () => {
    expect(hundredths(decimalOf(plainDigits(sheetNumber(8.114999999999998))))).toBe(812);
    expect(sheetNumber(2736.1499999999996)).toBe(2736.15);
    expect(sheetNumber(1234567890123457)).toBe(1234567890123457);
    expect(hundredths(decimalOf(plainDigits(8.115)))).toBe(812);
    expect(hundredths(decimalOf(plainDigits(44_360.269999999997)))).toBe(4_436_027);
  });
});
