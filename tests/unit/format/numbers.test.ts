import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatAmount,
  formatBytes,
  formatDay,
  formatNumber,
  formatPrice,
  formatSize,
  plural,
} from '../../../rules/format/texts.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

describe('a number for a person', () => {
  it.each([
    ['0.00', '0'],
    ['5', '5'],
    ['999.90', '999,90'],
    ['1234.50', '1\u00a0234,50'],
    ['1000000.00', '1\u00a0000\u00a0000'],
    ['90071992547409.93', '90\u00a0071\u00a0992\u00a0547\u00a0409,93'],
    [-1500, '−1\u00a0500'],
    ['n/a', ''],
    ['1e3', ''],
  ])('%s is shown as «%s»', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });
});

describe('a price', () => {
  it('has non-breaking groups and the rouble sign', () => {
    expect(formatPrice('1234.50')).toBe('1\u00a0234,50\u00a0₽');
    expect(formatPrice('18400.00')).toBe('18\u00a0400,00\u00a0₽');
  });
  it.each(['0.00', '', '0', null, undefined, Number.NaN])('is not there when it is %s', (price) => {
    expect(formatPrice(price)).toBeNull();
  });
});

describe('a quantity', () => {
  it('carries its unit, pieces of a thing included', () => {
    expect(formatAmount(12)).toBe('12\u00a0шт');
    expect(formatAmount(2.5)).toBe('2,5\u00a0шт');
    expect(formatAmount(12000)).toBe('12\u00a0000\u00a0шт');
  });
  it('is not there when it is zero or empty', () => {
    expect(formatAmount(0)).toBeNull();
    expect(formatAmount('')).toBeNull();
  });
});

describe('a size', () => {
  it('is hidden when it equals 0.00', () => {
    expect(formatSize('0.00', 'мм')).toBeNull();
  });
  it('is shown with its unit otherwise', () => {
    expect(formatSize('320.00', 'мм')).toBe('320\u00a0мм');
    expect(formatSize('19.40', 'кг')).toBe('19,40\u00a0кг');
  });
});

describe('a counted noun', () => {
  it.each([
    [0, 'позиций'],
    [1, 'позиция'],
    [3, 'позиции'],
    [11, 'позиций'],
    [14, 'позиций'],
    [21, 'позиция'],
    [22, 'позиции'],
    [111, 'позиций'],
  ])('after %i is «%s»', (count, noun) => {
    expect(plural(count, POSITIONS)).toBe(noun);
  });
  it('stands beside its number', () => {
    expect(countOf(1001, POSITIONS)).toBe('1\u00a0001\u00a0позиция');
  });
});

describe('a day', () => {
  it('is the day of the shop, not of the visitor', () => {
    expect(formatDay(new Date('2026-11-20T20:30:00Z'), 'Asia/Yekaterinburg')).toBe('21.11.2026');
    expect(formatDay(new Date('2026-11-20T20:30:00Z'), 'Europe/London')).toBe('20.11.2026');
  });
});

describe('a file size', () => {
  it('is shown in kilobytes or megabytes', () => {
    expect(formatBytes(1)).toBe('1\u00a0КБ');
    expect(formatBytes(1_572_864)).toBe('1,5\u00a0МБ');
    expect(formatBytes(157_286_400)).toBe('150\u00a0МБ');
  });
});
