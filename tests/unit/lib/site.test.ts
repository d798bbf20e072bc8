import { expect, test } from 'vitest';
import { readSite } from '../../../settings/site.ts';
import { mailLink, phoneLink } from '../../../src/lib/platform/site.ts';

test('without an environment the site has demonstration contacts that belong to nobody', () => {
  const site = readSite({});
  expect(site.phone).toBe('+7 (000) 000-00-00');
  expect(site.email).toMatch(/\.test$/);
  expect(site.deliveryCompanies.length).toBeGreaterThan(1);
  expect(site).toMatchObject({ mauthUrl: '', bridgeUrl: '', informatorUrl: '', mnoteUrl: '' });
  expect(site).toMatchObject({ registration: 'open', verification: true, passwordMin: 8 });
});

test('settings come from the environment, addresses without a trailing slash', () => {
  const site = readSite({
    SITE_URL: 'https://shop.test/',
    DELIVERY_COMPANIES: ' Первая , Вторая,',
    PUBLIC_BRIDGE_URL: 'https://bridge.test//',
    ROBOTS: 'noindex',
    REGISTRATION: 'closed',
    VERIFICATION: 'off',
    PASSWORD_MIN: '12',
  });
  expect(site.url).toBe('https://shop.test');
  expect(site.deliveryCompanies).toEqual(['Первая', 'Вторая']);
  expect(site.bridgeUrl).toBe('https://bridge.test');
  expect(site.robots).toBe('noindex');
  expect(site).toMatchObject({ registration: 'closed', verification: false, passwordMin: 12 });
});

test('an empty variable counts as unset', () => {
  expect(readSite({ SITE_NAME: '  ' }).name).toBe(readSite({}).name);
});

test('the phone link dials digits, the mail link keeps its subject whole', () => {
  expect(phoneLink).toBe('tel:+70000000000');
  expect(new URL(mailLink('Заявка: 740&1', 'строка 1\nстрока 2')).searchParams.get('subject')).toBe('Заявка: 740&1');
});
