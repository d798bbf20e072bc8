import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { codingOf } from '../../../server/platform/built-site/answers.ts';
import { pagePolicy } from '../../../server/platform/built-site/page-policy.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('security 38: inline scripts and styles are allowed by their hashes only', () => {
  const policy = pagePolicy(
    '<script>theme()</script><script type="module" src="/a.js"></script><style>b{}</style>' +
      `<script data-x="a>b" type="module">go()</script><script type="application/ld+json">{"a":1}</script>`,
  );
  expect(policy).toContain(`script-src 'self' ${sha('theme()')} ${sha('go()')};`);
  expect(policy).toContain(`style-src 'self' ${sha('b{}')};`);
  expect(policy).not.toContain(sha('{"a":1}'));
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('unsafe');
});

test('a text in an attribute is no script, and hides none', () => {
  const policy = pagePolicy(
    `<meta content="</title><script>bad()</script>"><title>&lt;script></title><meta content='<script>'>` +
      '<script>if (a<b) theme("<p title=\'<\'>")</script><!-- <script>gone()</script> --><p title="<style>"><style>b{}</style>',
  );
  expect(policy).toContain(
    `script-src 'self' ${sha('if (a<b) theme("<p title=\'<\'>")')} ${sha('gone()')}; style-src 'self' ${sha('b{}')};`,
  );
});

test('a page without inline code allows files of the site alone', () => {
  expect(pagePolicy('<p>x</p>')).toContain("script-src 'self'; style-src 'self';");
});

test('hosts of services may be called and may show pictures', () => {
  const policy = pagePolicy('', ['https://api.example']);
  expect(policy).toContain("img-src 'self' data: blob: https://api.example;");
  expect(policy).toContain("connect-src 'self' https://api.example;");
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['BR', 'br'],
] as const)('Accept-Encoding %j is answered in %s', (header, coding) => {
  const request = new IncomingMessage(new Socket());
  if (header !== undefined) request.headers['accept-encoding'] = header;
  expect(codingOf(request)).toBe(coding);
  expect(codingOf(request)).toBe(coding);
});
