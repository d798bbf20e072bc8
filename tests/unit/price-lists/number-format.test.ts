import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  builtInFormat,
  parseFormat,
  showDate,
  showNumber,
} from '../../../server/platform/sheet-reader/number-format.ts';
import { fixedDigits, plainDigits } from '../../../server/platform/sheets/decimal.ts';

describe('a number of a sheet', () => {
  it.each([
    ['00000000', 123, '00000123'],
    ['00000000000', 2193312, '00002193312'],
    ['000-000-00', 12345678, '123-456-78'],
    ['000-000-00', 1234567890, '12345-678-90'],
    ['0', 99995310101501, '99995310101501'],
    ['0.00', 1.005, '1.01'],
    ['#,##0.00', 1234567.5, '1 234 567.50'],
    ['#,##0', 12, '12'],
    ['0.##', 1.5, '1.5'],
    ['0%', 0.155, '16%'],
    ['"АБ-"0000', 17, 'АБ-0017'],
    ['0\\ "шт."', 5, '5 шт.'],
    ['#,##0.00\\ [$₽-419]', 99.9, '99.90 ₽'],
    ['0;-0;"нет"', 0, 'нет'],
    ['0;(0)', -7, '(7)'],
    ['[Red]0.0', -2.25, '-2.3'],
    ['0,', 12345, '12'],
    ['General', 1.0102e13, '10102000000000'],
    ['@', 123456789012345, '123456789012345'],
    ['0.00E+00', 1234, '1234'],
    ['# ?/?', 0.5, '0.5'],
    ['#', 0, ''],
  ])('in the format %s: %d is shown as %s', (code, value, shown) => {
    expect(showNumber(value, parseFormat(code))).toBe(shown);
  });

  it.each(['0', '0.00', '0.000', '#,##0', '#,##0.00'])(
    'in the format %s is shown as in one that has a text behind it, of no letters',
    (code) => {
      const [short, long] = [parseFormat(code), parseFormat(`${code}""`)];
      const value = fc.oneof(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.integer());
      fc.assert(fc.property(value, (number) => showNumber(number, short) === showNumber(number, long)));
    },
  );

  it.each(['dd.mm.yyyy', 'yyyy-mm-dd hh:mm', '[$-419]d mmm yyyy;@', '[h]:mm', 'm/d/yy', 'ДД.ММ.ГГГГ'])(
    'in the format %s is a date',
    (code) => {
      expect(parseFormat(code).kind).toBe('date');
    },
  );

  it.each(['General', '"руб. в день"0', '[Red]0', '0 "sht"', '@', ''])('in the format %s is no date', (code) => {
    expect(parseFormat(code).kind).not.toBe('date');
  });

  it('knows the formats that have only a number', () => {
    expect(builtInFormat(14).kind).toBe('date');
    expect(builtInFormat(0).kind).toBe('general');
    expect(showNumber(1234.5, builtInFormat(4))).toBe('1 234.50');
  });

  it('is written with all its digits and no exponent', () => {
    expect(plainDigits(1e21)).toBe('1000000000000000000000');
    expect(plainDigits(1.5e-7)).toBe('0.00000015');
    expect(plainDigits(-2.5e25)).toBe('-25000000000000000000000000');
    expect(plainDigits(0.1 + 0.2)).toBe('0.30000000000000004');
    expect(fixedDigits(-1.005, 2)).toBe('-1.01');
    expect(fixedDigits(0.05, 0)).toBe('0');
  });
});

describe('a date of a sheet', () => {
  it.each([
    [45_000, false, '15.03.2023'],
    [45_000.5, false, '15.03.2023 12:00'],
    [1, false, '01.01.1900'],
    [61, false, '01.03.1900'],
    [0, true, '01.01.1904'],
    [-1, false, '-1'],
    [9_999_999, false, '9999999'],
  ])('%d (since 1904: %s) is shown as %s', (serial, since1904, shown) => {
    expect(showDate(serial, since1904)).toBe(shown);
  });
});
