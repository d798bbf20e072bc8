import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInn, isPhone } from '../../../contract/requests/forms.ts';

test.each([
  ['+7 351 200-00-00', true],
  ['8 (912) 345-67-89', true],
  ['7 912 345 67 89', true],
  ['912 345-67-89', true],
  ['+7 351 200-00-00, доб. 12', true],
  ['+375 29 123-45-67', true],
  ['200-00-00', false],
  ['8 912 345', false],
  ['+7 912 345 67 89 1', false],
  ['8912345678901234', false],
  ['позвоните мне', false],
  ['12345', false],
  ['8 (912) 345-67-8', false],
  ['(8) 912 345-67-8', false],
  ['7-912-345-67-8', false],
  ['+7 912 345-67-8', false],
  ['89123456 78', false],
  ['8912345678', false],
  ['7912345678', false],
  ['912 345 67 899', false],
  ['8 800 200-00-00', true],
  ['800 200-00-00', true],
  ['(495) 123-45-67', true],
  ['8(495)1234567', true],
  ['89123456789', true],
  ['79123456789', true],
  ['00000000000', false],
  ['80000000000', false],
  ['+7 000 000-00-00', false],
  ['+44 20 7946 0958', true],
  ['+49 30 123456', true],
  ['+49 30 1234', false],
  ['375 29 123-45-67', true],
])('a number of a telephone can be called from elsewhere: %s', (text, is) => expect(isPhone(text)).toBe(is));

/** Codes of areas and operators, and what follows, as many digits as a Russian number has. */
const national = fc
  .tuple(
    fc.constantFrom('351', '495', '800', '812', '843', '912', '999'),
    fc.integer({ min: 1_000_000, max: 9_999_998 }),
  )
  .map(([code, rest]) => ({ code, rest: String(rest) }))
  .filter(({ code, rest }) => new Set(code + rest).size > 1);
/** The prefixes and separators that a number is typed with. */
const SPELLINGS: readonly ((code: string, rest: string) => string)[] = [
  (code, rest) => `+7${code}${rest}`,
  (code, rest) => `+7 (${code}) ${rest.slice(0, 3)}-${rest.slice(3)}`,
  (code, rest) => `8 (${code}) ${rest}`,
  (code, rest) => `8-${code}-${rest.slice(0, 3)}-${rest.slice(3)}`,
  (code, rest) => `8(${code})${rest}`,
  (code, rest) => `7 ${code} ${rest}`,
  (code, rest) => `8${code}${rest}`,
];

test('a Russian number with +7, 8 or 7 is one with all of its digits, and none with one less or one more', () => {
  fc.assert(
    fc.property(national, fc.constantFrom(...SPELLINGS), ({ code, rest }, spelling) => {
      expect([rest, rest.slice(0, -1), `${rest}5`].map((digits) => isPhone(spelling(code, digits)))).toEqual([
        true,
        // Without its last digit «8812345678» reads as a whole number of another area.
        spelling(code, '') === `8${code}` && !code.startsWith('9'),
        false,
      ]);
    }),
  );
});

test.each([
  ['7707083893', true],
  ['7707083894', false],
  ['500100732259', true],
  ['500100732258', false],
  ['770708389', false],
  ['77070838930', false],
  ['абвгдежзик', false],
])('a taxpayer number has right check digits: %s', (text, is) => expect(isInn(text)).toBe(is));
