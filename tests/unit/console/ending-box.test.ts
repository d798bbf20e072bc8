import { expect, test } from 'vitest';
import type { Opened } from '../../../server/operations/console/start-summary.ts';
import { startSummary } from '../../../server/operations/console/start-summary.ts';

const opened: Opened = {
  kind: 'opened',
  listensAt: 'http://127.0.0.1:8080',
  siteUrl: '',
  isBehindProxy: false,
  isOpenToOthers: false,
  servesPages: true,
  showsMails: false,
};
const box = (change: Partial<Opened>, columns = 80, hasLines = true) =>
  startSummary(
    {
      opened: { ...opened, ...change },
      administrator: { email: 'admin@parts.example', password: 'Xk3vQ9-made-up' },
      demoUsers: [{ email: 'sales@parts.example', password: 'another-made-up' }],
    },
    { columns, hasLines, emphasise: (text) => text },
  ).split('\n');

test.each([20, 40, 80, 200])('no line is wider than a terminal of %i columns but what may not be broken', (columns) => {
  const siteUrl = `https://${'a-very-long-name-'.repeat(8)}.example`;
  const whole = [siteUrl, opened.listensAt, 'admin@parts.example', 'sales@parts.example'];
  const wide = box({ siteUrl }, columns).filter((line) => line.length > Math.min(columns, 72));
  for (const line of wide) expect([...whole, 'администратора', '└', '┌'].some((one) => line.includes(one))).toBe(true);
  expect(box({ siteUrl }, columns)).toContain(`  ${siteUrl}`);
});

test('a set-up link stands alone on its line, and is the next step', () => {
  const setupLink = 'http://127.0.0.1:8080/auth/setup/0b5e0b0e-token';
  const lines = startSummary(
    { opened, administrator: null, demoUsers: [], setupLink },
    { columns: 80, hasLines: true, emphasise: (text) => text },
  ).split('\n');
  expect(lines).toContain(`  ${setupLink}`);
  expect(lines.join('\n')).not.toContain('npm run admin');
});

test('what is copied stands alone on its line', () => {
  for (const value of ['http://127.0.0.1:8080', 'admin@parts.example', 'Xk3vQ9-made-up', 'another-made-up'])
    expect(box({})).toContain(`  ${value}`);
  expect(box({}).join('\n')).toContain('Пароли показаны один раз');
});

test('a console without the characters of boxes gets plain ones', () => {
  expect(box({}, 80, false).join('')).not.toMatch(/[─-╿]/);
  expect(box({}, 80, false)).toContain(`+${'-'.repeat(70)}+`);
});

test.each<[string, Partial<Opened>, string[], string[]]>([
  ['alone', {}, ['http://127.0.0.1:8080'], ['SITE_URL', 'прокси']],
  [
    'with an address of its own',
    { siteUrl: 'https://shop.example', isBehindProxy: true },
    ['https://shop.example'],
    ['неизвестен'],
  ],
  ['behind a proxy that nobody named', { isBehindProxy: true }, ['http://127.0.0.1:8080', 'SITE_URL', 'прокси'], []],
  ['for the whole network', { isOpenToOthers: true }, ['порт 8080'], []],
  ['where mails are shown', { showsMails: true }, ['http://127.0.0.1:8080/dev/mail'], []],
  ['without pages', { servesPages: false }, ['Службы запущены'], ['Прайс']],
])('a server %s says where it is reached', (_what, change, said, unsaid) => {
  const text = box(change).join('\n');
  for (const word of said) expect(text).toContain(word);
  for (const word of unsaid) expect(text).not.toContain(word);
});

test('a password that somebody has given is not shown', () => {
  const lines = startSummary(
    { opened, administrator: { email: 'admin@parts.example', password: '' }, demoUsers: [] },
    { columns: 80, hasLines: true, emphasise: (text) => text },
  );
  expect(lines).toContain('ADMIN_PASSWORD');
  expect(lines).not.toContain('один раз');
});
