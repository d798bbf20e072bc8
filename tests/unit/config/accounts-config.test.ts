import { expect, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';

test('anybody may sign up with a confirmed e-mail unless it is said otherwise', () => {
  expect(readConfig({})).toMatchObject({ registration: 'open', verification: true, passwordMin: 8 });
  const closed = { REGISTRATION: 'closed', VERIFICATION: 'off', PASSWORD_MIN: '12' };
  expect(readConfig(closed)).toMatchObject({ registration: 'closed', verification: false, passwordMin: 12 });
});

test.each([
  ['REGISTRATION', 'maybe'],
  ['VERIFICATION', 'perhaps'],
  ['PASSWORD_MIN', '4'],
  ['PASSWORD_MIN', '129'],
  ['PASSWORD_MIN', '8.5'],
  ['REAUTH_MINUTES', '-1'],
  ['SECOND_FACTOR', 'on'],
  ['REAUTH_MINUTES', '1441'],
  ['SMTP_URL', 'mail.example.test'],
  ['SMTP_URL', 'http://mail.example.test'],
  ['SMTP_URL', 'smtp://user:100%@mail.example.test'],
  ['MAIL_FROM', 'shop'],
  ['MAIL_FROM', 'Shop <shop@example.test>'],
])('%s=%s stops the start with a line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
});

test('the first administrator needs a password of the length that is asked for', () => {
  const admin = { ADMIN_EMAIL: 'a@example.test', ADMIN_PASSWORD: 'nine long', PASSWORD_MIN: '10' };
  expect(() => readConfig(admin)).toThrow(/^ADMIN_PASSWORD must have 10 to/);
});

test('mails come from whom it is said, else from the user of the mail server, else from the site', () => {
  const smtp = 'smtps://shop%40example.test:secret@mail.example.test';
  const site = 'https://parts.example';
  expect(readConfig({ SMTP_URL: smtp, MAIL_FROM: 'parts@example.test' }).mailFrom).toBe('parts@example.test');
  expect(readConfig({ SMTP_URL: smtp, SITE_URL: site }).mailFrom).toBe('shop@example.test');
  expect(readConfig({ SMTP_URL: 'smtp://mailer@mail.example.test', SITE_URL: site }).mailFrom).toBe(
    'no-reply@parts.example',
  );
  expect(readConfig({}).mailFrom).toBe('no-reply@localhost');
});

test('security 57: mails are shown on this machine only where nothing is sent and nobody else listens', () => {
  expect(readConfig({}).showsMails).toBe(true);
  expect(readConfig({ SITE_URL: 'http://localhost:8080' }).showsMails).toBe(true);
  for (const more of [
    { SMTP_URL: 'smtp://mail.example.test' },
    { HOST: '0.0.0.0' },
    { NODE_ENV: 'production' },
    { SITE_URL: 'https://parts.example' },
  ])
    expect(readConfig(more as NodeJS.ProcessEnv).showsMails).toBe(false);
});
