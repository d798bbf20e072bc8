import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../support/server.ts';

test.each([
  ['https://parts.example', 'max-age=31536000'],
  ['http://parts.example', null],
  ['', null],
])('security 69: with SITE_URL=%s every answer of site and API tells browsers: %s', async (siteUrl, expected) => {
  const server = await startServer({ environment: { SITE_URL: siteUrl } });
  onTestFinished(() => server.close());
  const page = await server.fetch('/');
  const unchanged = { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } };
  const answers = [
    page,
    await server.fetch('/', unchanged),
    await server.fetch('/health'),
    await server.fetch('/api/mauth/access/'),
    await server.fetch('/nowhere'),
    await server.fetch('/api/nowhere'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 401, 404, 404]);
  for (const { headers } of answers) {
    expect(headers.get('strict-transport-security')).toBe(expected);
    expect(headers.get('x-content-type-options')).toBe(headers === answers[1]?.headers ? null : 'nosniff');
  }
});
