import { expect, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';

test('security 50: a TRUST_PROXY that is none ends the start with one line', () => {
  expect(() => readConfig({ TRUST_PROXY: '1 hop' })).toThrow(
    /^TRUST_PROXY must be off, on, a number of proxies up to 10, or addresses and networks like 127\.0\.0\.1,10\.0\.0\.0\/8, not "1 hop"$/,
  );
});

test('security 50: by default no proxy is trusted, and on trusts one of a private address', () => {
  expect(readConfig({}).trustProxy('127.0.0.1', 0)).toBe(false);
  const { trustProxy } = readConfig({ TRUST_PROXY: 'on' });
  expect([
    trustProxy('127.0.0.1', 0),
    trustProxy('192.168.1.1', 1),
    trustProxy('203.0.113.7', 0),
    trustProxy(undefined, 0),
  ]).toEqual([true, false, false, false]);
});
