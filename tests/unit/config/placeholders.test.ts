import { expect, test } from 'vitest';
import { missingContacts, productionWarnings } from '../../../settings/read.ts';
import { readSite } from '../../../settings/site.ts';
import { SETTINGS } from '../../../settings/table.ts';

const NODE_ENV = 'production';

test('a shop for customers with contacts of nobody is told which ones, whether they are unset or copied', () => {
  const all = ['SITE_NAME', 'COMPANY_PHONE', 'COMPANY_EMAIL', 'COMPANY_ADDRESS'];
  expect(missingContacts({ NODE_ENV })).toEqual(all);
  const copied = { NODE_ENV, COMPANY_PHONE: SETTINGS.COMPANY_PHONE.byDefault, SITE_NAME: 'Мой магазин' };
  expect(missingContacts(copied)).toEqual(all.slice(1));
  expect(readSite(copied).stated).toMatchObject({ name: true, phone: false });
  expect(missingContacts({})).toEqual([]);
});

test('what a shop for customers does worse is told a line each, and nothing of a shop that has set everything', () => {
  const names = (environment: Record<string, string>) =>
    productionWarnings(environment).map(({ russian }) => /[A-Z]+_[A-Z]+/.exec(russian)?.[0]);
  expect(names({ NODE_ENV })).toEqual(['SITE_NAME', 'SITE_URL', 'SMTP_URL']);
  expect(names({})).toEqual([]);
  const whole = {
    ...{ NODE_ENV, SITE_URL: 'https://shop.example', SMTP_URL: 'smtp://mail.example', SITE_NAME: 'Мой' },
    ...{ COMPANY_PHONE: '+7 351 200-00-01', COMPANY_EMAIL: 'a@shop.example', COMPANY_ADDRESS: 'Челябинск' },
  };
  expect(names(whole)).toEqual([]);
});
