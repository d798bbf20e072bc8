import { expect, test } from 'vitest';
import type { DocumentCheck } from '../../../contract/documents/public.ts';
import { checkFacts, matchTexts } from '../../../src/lib/documents/check-texts.ts';

const HASH = 'a'.repeat(64);
const found = (changed: Partial<DocumentCheck>): DocumentCheck => ({
  ...{ matches: true, isCurrent: true, number: 7, version: 1, presentVersion: 1, title: 'Договор' },
  ...{ direction: 'Закупки', type: 'Договор', label: 'Завершён', state: 'done' },
  ...{ signed: { done: 1, all: 2 }, acknowledged: { done: 0, all: 0 }, decisions: [], seals: [] },
  ...changed,
});
/** Everything that the page says of a version, as one text. */
const said = (changed: Partial<DocumentCheck>): string => {
  const document = found(changed);
  const facts = checkFacts(document, HASH).map(([name, value]) => `${name}: ${value}`);
  return [matchTexts(document).text, ...facts].join(' ').replaceAll('\u00a0', ' ');
};

test('only a version that everyone has signed is said to be in force', () => {
  expect(said({})).toMatch(/действующая версия.*Версия: 1, действующая/u);
  for (const state of ['pending', 'none', 'declined', 'cancelled'] as const) {
    expect(said({ state })).not.toMatch(/действующ/u);
    expect(said({ state })).toContain('Версия: 1, последняя');
  }
  const former = said({ isCurrent: false, state: null, presentVersion: 2 });
  expect(former).not.toMatch(/действующ/u);
  expect(former).toContain('Последняя версия: 2');
});
