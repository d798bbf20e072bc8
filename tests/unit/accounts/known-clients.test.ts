import { expect, test } from 'vitest';
import { formatDevice } from '../../../contract/accounts/device.ts';
import { isKnownAddress, isNewDevice } from '../../../server/accounts/store/clients.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const NEWER_CHROME = CHROME.replace('131', '140');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const known = [{ device: formatDevice(CHROME), address: '203.0.113.7' }];

test.each([
  ['the very first sign-in', [], CHROME, '203.0.113.7', false],
  ['the same browser, updated', known, NEWER_CHROME, '203.0.113.7', false],
  ['another address of the same provider', known, CHROME, '203.0.7.1', false],
  ['the same browser elsewhere', known, CHROME, '198.51.100.1', true],
  ['another browser at home', known, FIREFOX, '203.0.113.7', true],
  ['another protocol', known, CHROME, '2001:db8:0:0::/64', true],
])('security 70: %s is told rightly', (_, places, agent, address, isNew) => {
  expect(isNewDevice(places, { agent, address })).toBe(isNew);
});

test('a program that is no browser is known by its name, whatever its version', () => {
  const address = '203.0.113.7';
  const isNamed = (agent: string, device: string) => !isNewDevice([{ device, address }], { agent, address });
  expect([isNamed('curl/8.5.0', 'curl'), isNamed('curl/8.6.0 (x)', 'curl'), isNamed('', '')]).toEqual([
    true,
    true,
    true,
  ]);
});

test('security 64: an address is known as a whole, and by nothing that a client says of itself', () => {
  expect(isKnownAddress(known, { agent: FIREFOX, address: '203.0.113.7' })).toBe(true);
  expect(isKnownAddress(known, { agent: CHROME, address: '203.0.113.8' })).toBe(false);
});
