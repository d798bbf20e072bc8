import { describe, expect, test } from 'vitest';
import { clientAddress, proxies } from '../../../settings/networks.ts';

/** Whom a setting takes for the client. */
const client = (setting: string, peer: string, forwardedFor?: string): string => {
  const checked = proxies(setting);
  if ('problem' in checked) throw new Error(`${setting} is no setting`);
  return clientAddress(peer, forwardedFor, checked.value);
};

describe('security 50: the client is', () => {
  test.each([
    ['off', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
    ['on', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['on', '10.1.2.3', 'forged, 203.0.113.7', '203.0.113.7'],
    ['on', '::ffff:192.168.0.1', '203.0.113.7', '203.0.113.7'],
    ['on', 'fd00::1', '203.0.113.7', '203.0.113.7'],
    // A client from outside, past the proxy.
    ['on', '198.51.100.9', '203.0.113.7', '198.51.100.9'],
    // Exactly one: a second proxy is not believed, private or not.
    ['on', '127.0.0.1', '203.0.113.7, 10.0.0.1', '10.0.0.1'],
    ['1', '198.51.100.9', 'forged, 203.0.113.7', '203.0.113.7'],
    ['2', '127.0.0.1', 'forged, 203.0.113.7, 198.51.100.9', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.1', 'forged, 203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.2', '203.0.113.7', '127.0.0.2'],
    ['10.0.0.0/8,::1', '::1', 'forged, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['10.0.0.0/8, ::1', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['2001:db8::/32', '2001:db8::5', 'forged, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['on', '127.0.0.1', undefined, '127.0.0.1'],
    ['on', '127.0.0.1', '', '127.0.0.1'],
    ['on', '127.0.0.1', '203.0.113.7, ', '127.0.0.1'],
  ])('with %s, %s and %j: %4$s', (setting, peer, forwardedFor, expected) => {
    expect(client(setting, peer, forwardedFor)).toBe(expected);
  });
});

test.each([
  'maybe',
  '11',
  '-1',
  '1.5',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '::1/129',
  '10.0.0.0/8/8',
  '10.0.0.0/x',
  '127.0.0.1,',
  '1,127.0.0.1',
  '127.0.0.1 10.0.0.1',
])('security 50: %j is no setting of proxies', (setting) => {
  expect(proxies(setting)).toHaveProperty('problem');
});
