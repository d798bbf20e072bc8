import { expect, test } from 'vitest';
import { createLinks } from '../../../server/informator/docflow/attachments/links.ts';

const NAME = `${'a'.repeat(32)}.pdf`;
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'https://parts.example').searchParams);

test('a link opens its own file for ten minutes', () => {
  let now = 1_700_000_000_000;
  const links = createLinks(['secret'], () => now);
  const link = links.to(NAME);
  expect(link).toMatch(new RegExp(`^/api/informator/docflow/scan/${NAME}\\?`));
  const query = queryOf(link);
  expect(links.opens(NAME, query)).toBe(true);
  expect(links.opens(NAME.replace('a', 'b'), query)).toBe(false);
  now += 599_999;
  expect(links.opens(NAME, query)).toBe(true);
  now += 1;
  expect(links.opens(NAME, query)).toBe(false);
});

test('forged links open nothing', () => {
  const now = 1_700_000_000_000;
  const links = createLinks(['secret'], () => now);
  const { until = '', key = '' } = queryOf(links.to(NAME));
  const forged: Record<string, unknown>[] = [
    {},
    { until },
    { key },
    { until: String(Number(until) + 1), key },
    { until, key: key.slice(1) },
    { until, key: `${key}A` },
    { until, key: [key] },
    { until, key: '' },
    { until, key: 'я'.repeat(key.length) },
    { until: [until], key },
    queryOf(createLinks(['another'], () => now).to(NAME)),
    // Of a day ahead: a clock that was wrong.
    queryOf(createLinks(['secret'], () => now + 86_400_000).to(NAME)),
  ];
  for (const query of forged) expect([query, links.opens(NAME, query)]).toEqual([query, false]);
});
