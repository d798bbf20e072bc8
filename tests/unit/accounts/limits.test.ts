import { describe, expect, test } from 'vitest';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { clientKey, siteOf } from '../../../server/platform/http/request.ts';

describe('rate limits', () => {
  const times = 5;

  test('refuse one more than the table allows, each key for itself, and say when to come again', async () => {
    const limits = createLimits();
    for (let n = 0; n < times; n += 1) await limits.take('signinFailures', 'a');
    await expect(limits.take('signinFailures', 'a')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
    });
    await limits.take('signinFailures', 'b');
    await limits.take('signinClient', 'a');
  });

  test('count nothing that was given back', async () => {
    const limits = createLimits();
    for (let n = 0; n < times * 3; n += 1) {
      await limits.take('signinFailures', 'a');
      await limits.giveBack('signinFailures', 'a');
    }
  });

  test('are raised by a factor', async () => {
    const limits = createLimits(10);
    for (let n = 0; n < times * 10; n += 1) await limits.take('signinFailures', 'a');
    await expect(limits.take('signinFailures', 'a')).rejects.toMatchObject({ status: 429 });
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::5]:4711', '2001:db8:0:0::/64'],
    ['_hidden', 'unknown'],
  ])('take %s for the client %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8::5', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['_hidden', 'unknown'],
  ])('take %s for one of the site %s', (address, site) => {
    expect(siteOf(clientKey(address))).toBe(site);
  });
});
