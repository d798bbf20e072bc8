import { expect, test } from 'vitest';
import { keyAddress, keyText, stepOfCode } from '../../../server/accounts/credentials/second-factor-codes.ts';
import { codeAt } from '../../support/authenticator.ts';

/** The key of the examples in RFC 6238, appendix B. */
const KEY = keyText(Buffer.from('12345678901234567890'));
/** Seconds and the last six digits of the code, from there. */
const EXAMPLES: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(EXAMPLES)('security 74: the code at second %i is the one of RFC 6238', (second, code) => {
  expect(codeAt(KEY, second * 1000)).toBe(code);
  expect(stepOfCode(KEY, code, second * 1000)).toBe(Math.floor(second / 30));
});

test('security 74: a code is good half a minute before and after its own, and no longer', () => {
  const now = 1_111_111_110_000;
  const step = now / 30_000;
  const stepAt = (shift: number) => stepOfCode(KEY, codeAt(KEY, now + shift * 30_000), now);
  expect([-2, -1, 0, 1, 2].map(stepAt)).toEqual([null, step - 1, step, step + 1, null]);
});

test('the address for the QR code carries key, site and e-mail', () => {
  const address = new URL(keyAddress(KEY, { issuer: 'Запчасти', email: 'anna+1@example.ru' }));
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Запчасти:anna+1@example.ru',
  ]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Запчасти',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
