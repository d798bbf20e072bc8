import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toHtml } from '../../../rules/markdown/index.ts';

interface Case {
  readonly group: string;
  readonly name: string;
  readonly markup: string;
  readonly html: string;
  readonly prefix?: string;
}

const cases: Case[] = JSON.parse(readFileSync(new URL('../../fixtures/markup/cases.json', import.meta.url), 'utf8'));

test.each(cases)('$group: $name', ({ markup, html, prefix }) => {
  expect(toHtml(markup, { linkPrefix: prefix }).replaceAll('\n', '')).toBe(html);
});
