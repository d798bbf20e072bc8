import { describe, expect, it } from 'vitest';
import { SignEvidence, signUse, withoutThousands } from '../../../server/price-lists/apply/number-signs.ts';

const meaning = (sign: ',' | '.', ...values: string[]) => {
  const evidence = new SignEvidence();
  for (const value of values) {
    const use = signUse(value);
    if (use) evidence.note(use);
  }
  return evidence.meaningOf(sign);
};

describe('a sign with three digits behind it', () => {
  it.each(['1,234', '12,345', '123,456', '1,234 руб.', '$1,234', '>1,234 шт.'])('is unclear in %s', (text) => {
    expect(signUse(text)).toEqual({ unclear: ',', thousands: null, decimals: null });
  });

  it.each([
    ['0,234', null, ','],
    ['1234,567', null, ','],
    ['12,5', null, ','],
    ['1,2345', null, ','],
    ['1 234,567', null, ','],
    ["1'234.567", null, '.'],
    ['1,234,567', ',', null],
    ['12,345.60', ',', '.'],
    ['12.345,6', '.', ','],
    ['1.234.567', '.', null],
  ])('is clear in %s', (text, thousands, decimals) => {
    expect(signUse(text)).toEqual({ unclear: null, thousands, decimals });
  });

  it.each(['12', '', 'Звоните', '12 шт.', 'руб. 12'])('does not stand in %j', (text) => {
    expect(signUse(text)).toBeNull();
  });

  it.each([
    [['12,345.60'], 'thousands'],
    [['1,234,567'], 'thousands'],
    [['999.50'], 'thousands'],
    [['12,5'], 'decimals'],
    [['0,450'], 'decimals'],
    [['1.234.567'], 'decimals'],
    [['12', '1,234'], 'unknown'],
    [['12,5', '1,234,567'], 'unknown'],
    [['12,5', '12.5'], 'unknown'],
  ])('beside %j means %s', (values, expected) => {
    expect(meaning(',', ...values)).toBe(expected);
  });

  it('is taken out of the number and nothing else', () => {
    expect(withoutThousands('1,234 руб.')).toBe('1234 руб.');
    expect(withoutThousands('от 12.345, тел. 1,2')).toBe('от 12345, тел. 1,2');
  });
});
