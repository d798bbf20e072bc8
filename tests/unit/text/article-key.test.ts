import fc from 'fast-check';
import { expect, test } from 'vitest';
import { articleKey, manufacturerKey } from '../../../server/platform/text/article-key.ts';

const ARTICLE_KEY_MAX = 200;

test.each([
  ['04465-33471', '0446533471'],
  ['04465 33471', '0446533471'],
  [' 04465.33471/ ', '0446533471'],
  ['4320ЯX-1201010 01', '4320яx120101001'],
  ['ШНКФ 453461.700-25', 'шhkф45346170025'],
  ['740.30-1З', '7403013'],
  ['№ 12', '12'],
  ['й-1', 'й1'],
  ['²', '2'],
  ['BL+25', 'bl+25'],
  ['bl + 25', 'bl+25'],
  ['BL＋25', 'bl+25'],
  ['10+2', '10+2'],
  ['10-+-2', '10+2'],
  ['2+X', '2+x'],
  ['З+А', '3+a'],
  ['ABC+DEF', 'abcdef'],
  ['+7 900', '7900'],
  ['25+', '25'],
  ['---', ''],
  ['', ''],
])('the key of %j is %j', (text, key) => {
  expect(articleKey(text)).toBe(key);
});

test('look-alikes of both alphabets give one key', () => {
  expect(articleKey('АВЕКМНОРСТУХ')).toBe(articleKey('ABEKMHOPCTYX'));
  expect(articleKey('авекмнорстух')).toBe(articleKey('ABEKMHOPCTYX'));
  expect(articleKey('З0О')).toBe(articleKey('3O0'));
});

test('Cyrillic letters without a look-alike stay different from Latin ones', () => {
  expect(articleKey('Б1')).not.toBe(articleKey('B1'));
  expect(articleKey('И')).not.toBe(articleKey('Й'));
});

test('security 33: leading zeros and all of 25 digits are kept', () => {
  expect(articleKey('00123')).toBe('00123');
  expect(articleKey('1234567890123456789012345')).toBe('1234567890123456789012345');
});

test('a key of a key is the key itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(articleKey(articleKey(text))).toBe(articleKey(text));
    }),
    { numRuns: 2_000 },
  );
});

test('separators and case between everyday characters do not change the key', () => {
  const piece = fc.stringMatching(/^[A-Za-z0-9А-Яа-яёЁ]{1,6}$/);
  const separator = fc.stringMatching(/^[-_ ./\\,()№\u00a0«»–"]{0,3}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, separator), { maxLength: 6 }), (parts) => {
      const plain = articleKey(parts.map(([text]) => text).join(''));
      expect(articleKey(parts.flat().join(''))).toBe(plain);
      expect(articleKey(parts.flat().join('').toUpperCase())).toBe(plain);
    }),
  );
});

test('a key is never longer than its limit', () => {
  expect(articleKey('7'.repeat(50_000))).toHaveLength(ARTICLE_KEY_MAX);
});

test('a key of a key with pluses is the key itself, also where it is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('+', '1', 'A', 'З', 'ь', ' ', '＋', '²'), maxLength: 400 });
  fc.assert(
    fc.property(text, (article) => {
      const key = articleKey(article);
      expect(articleKey(key)).toBe(key);
      expect(key.replaceAll('+', '').length <= ARTICLE_KEY_MAX).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a plus does not tell manufacturers apart', () => {
  expect(manufacturerKey('M+2')).toBe(manufacturerKey('M2'));
});

test('a manufacturer of dashes and blanks has no key', () => {
  expect(manufacturerKey(' — ')).toBe('');
  expect(manufacturerKey('ОАО «КАМАЗ»')).toBe(manufacturerKey('оао камаз'));
});
