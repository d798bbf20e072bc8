import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT, wantedDocument } from '../../../scripts/settings/document.ts';
import { readConfig } from '../../../server/operations/config/config.ts';
import { ALL_SETTINGS, type SettingName, textOf } from '../../../settings/read.ts';
import { settingsReport } from '../../../settings/report.ts';
import { readSite, siteOfBuild } from '../../../settings/site.ts';
import type { Setting } from '../../../settings/variables.ts';

const OF_PAGES = ALL_SETTINGS.filter(([, { inPages }]) => inPages);

/** Texts of which every kind of setting takes one; words and numbers are those that its refusal names. */
const TEXTS = [
  'Другой',
  'в Другом',
  '+7 (351) 200-00-00',
  'a@shop.test',
  'https://shop.test',
  'Europe/Moscow',
  'other',
];

/** A value that is not the default. */
function otherValue(name: SettingName, { check }: Setting): string {
  const refused = check('?');
  const named = 'problem' in refused ? refused.problem.match(/[\w-]+/g) : [];
  const [other] = [...TEXTS, ...(named ?? [])].filter(
    (text) => !('problem' in check(text)) && text !== textOf(name, {}),
  );
  if (other === undefined) throw new Error(`TEXTS has none that ${name} takes`);
  return other;
}

test('every default passes the check of its setting', () => {
  for (const [name, { check }] of ALL_SETTINGS)
    for (const NODE_ENV of ['', 'production'])
      expect([name, check(textOf(name, { NODE_ENV }))]).not.toHaveProperty('1.problem');
});

test.each(OF_PAGES)('another %s makes other pages', (name, setting) => {
  const value = otherValue(name, setting);
  expect(readSite({ [name]: value })).not.toEqual(readSite({}));
  expect(readSite({ [name]: value })).toEqual(readSite({ [name]: ` ${value} ` }));
});

test('without an address of its own the site is where the server listens', () => {
  expect(readSite({}).url).toBe('http://127.0.0.1:8080');
  expect(readSite({ PORT: '9000', HOST: '0.0.0.0' }).url).toBe('http://localhost:9000');
  expect(readSite({ PORT: '0' }, 'http://127.0.0.1:4321').url).toBe('http://127.0.0.1:4321');
  expect(readSite({ SITE_URL: 'https://shop.test' }, 'http://127.0.0.1:4321').url).toBe('https://shop.test');
});

test('a build takes the settings that it is handed, whatever else its environment says', () => {
  const handed = readSite({ SITE_NAME: 'Урал', DEMO: 'on' });
  const environment = { SITE_SETTINGS: JSON.stringify(handed), NODE_ENV: 'production', SITE_NAME: 'Другой' };
  expect(siteOfBuild(environment)).toEqual(handed);
  expect(siteOfBuild({ SITE_NAME: 'Другой' }).name).toBe('Другой');
});

test.each(['no', 'off', 'false', '0'])('VERIFICATION=%s is off for the server and for the pages', (VERIFICATION) => {
  expect(readConfig({ VERIFICATION }).verification).toBe(false);
  expect(readSite({ VERIFICATION }).verification).toBe(false);
});

test.each([
  ['ROBOTS', 'none', 'must be one of index, noindex, not "none"'],
  ['LINK_PREFIX', 'https://shop.test', 'must be a folder of the site like shop or shop/parts, not "https://shop.test"'],
  ['LINK_PREFIX', 'shop/../..', 'must be a folder'],
  ['LINK_PREFIX', 'a b', 'must be a folder'],
  ['COMPANY_TOWN', 'Омск', 'must be the town with its preposition, like "в Челябинске", not "Омск"'],
  ['COMPANY_TOWN', 'в Омске\u2028и Томске', 'must be one line of text'],
  ['SITE_HEADLINE', 'a\u0000b', 'must be one line of text'],
  ['SEARCH_EXAMPLES', 'a\nb', 'must be one line of text'],
])('%s=%j stops the start and the build', (name, value, problem) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${problem}`);
  expect(() => readSite({ [name]: value })).toThrow(`${name} ${problem}`);
});

test.each([
  ['/shop/parts/', 'shop/parts'],
  ['магазин', 'магазин'],
  ['//', ''],
])('internal links lead below LINK_PREFIX=%s', (LINK_PREFIX, expected) => {
  expect(readSite({ LINK_PREFIX }).linkPrefix).toBe(expected);
});

test('searches are proposed that the demonstration answers; a real shop names its own', () => {
  expect(readSite({}).searchExamples).toContain('740.1003010-20');
  expect(readSite({ NODE_ENV: 'production' }).searchExamples).toEqual([]);
  expect(readSite({ SEARCH_EXAMPLES: 'насос, ,740 1003010' }).searchExamples).toEqual(['насос', '740 1003010']);
});

test('the report tells every value with its source, and no secret', () => {
  const secrets = {
    JWT_SECRET: 'a-key-of-access-tokens',
    ADMIN_PASSWORD: 'a-long-password',
    DATABASE_URL: 'postgres://shop:a-database-password@db.test/shop',
    SMTP_URL: 'smtp://mailer:a-mail-password@mail.test',
    METRICS_TOKEN: 'a-metrics-bearer-token',
    PUBLISH_COMMAND: 'send --token a-publish-token',
  };
  const report = settingsReport({ ...secrets, PORT: '9000', REGISTRATON: 'closed', SITE_NAME: ' ' });
  const rows = new Map(report.split('\n').map((line) => [line.split(' ', 1)[0], line.split(/ {2,}/)]));
  expect([...rows.keys()].slice(1, -1)).toEqual(ALL_SETTINGS.map(([name]) => name));
  expect(rows.get('PORT')).toEqual(['PORT', '9000', '8080', 'environment']);
  expect(rows.get('SITE_NAME')).toEqual(['SITE_NAME', 'Запчасти', 'Запчасти', 'default']);
  expect(rows.get('PRICE_TTL_DAYS')).toEqual(['PRICE_TTL_DAYS', '0', '30, with demonstration data 0', 'default']);
  for (const [name, value] of Object.entries(secrets)) {
    expect(rows.get(name)?.at(1)).toBe('(secret)');
    expect(report).not.toContain(value.slice(-10));
  }
  expect(report).toMatch(/\nREGISTRATON is not a setting and does nothing: did you mean REGISTRATION\?$/);
});

test('the README has the table of settings that is in force: npm run docs:settings', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wantedDocument());
});
