import { expect, test } from 'vitest';
import { createLinks } from '../../../server/documents/document/attachment-links.ts';

const NAME = `${'a'.repeat(32)}.pdf`;
const UID = 'anna';
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'https://parts.example').searchParams);

test('a link opens its own file for ten minutes, in the name of who was given it', () => {
  let now = 1_700_000_000_000;
  const links = createLinks(['secret'], () => now);
  const link = links.of(UID).to(NAME);
  expect(link).toMatch(new RegExp(`^/api/informator/docflow/scan/${NAME}\\?`));
  const query = queryOf(link);
  expect(links.opens(NAME, query)).toBe(UID);
  expect(links.opens(NAME.replace('a', 'b'), query)).toBeNull();
  now += 599_999;
  expect(links.opens(NAME, query)).toBe(UID);
  now += 1;
  expect(links.opens(NAME, query)).toBeNull();
});

test('forged links open nothing', () => {
  const now = 1_700_000_000_000;
  const links = createLinks(['secret'], () => now);
  const { until = '', key = '', of = '' } = queryOf(links.of(UID).to(NAME));
  const forged: Record<string, unknown>[] = [
    {},
    { until, of },
    { key, of },
    { until, key },
    { until, key, of: 'oleg' },
    { until, key, of: [of] },
    { until: String(Number(until) + 1), key, of },
    { until, key: key.slice(1), of },
    { until, key: `${key}A`, of },
    { until, key: [key], of },
    { until, key: '', of },
    { until, key: 'я'.repeat(key.length), of },
    { until: [until], key, of },
    queryOf(
      createLinks(['another'], () => now)
        .of(UID)
        .to(NAME),
    ),
    // Of a day ahead: a clock that was wrong.
    queryOf(
      createLinks(['secret'], () => now + 86_400_000)
        .of(UID)
        .to(NAME),
    ),
  ];
  for (const query of forged) expect([query, links.opens(NAME, query)]).toEqual([query, null]);
});
