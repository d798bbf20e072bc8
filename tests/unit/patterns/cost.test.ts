import { fileURLToPath } from 'node:url';
import type { Diagnostics } from 'recheck';
import plain from 'recheck/lib/browser.js';
import { check, __mock__ as started } from 'recheck/lib/main.js';
import { afterAll, describe, expect, test } from 'vitest';
import { type WrittenPattern, writtenPatterns } from '../../support/patterns/extract.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['contract', 'rules', 'settings', 'src', 'server'];

const FIGURE = 'figureText lets nothing longer than 200 characters through';
const SETTING = 'a setting, which only the owner of the machine writes';
const BUILT = 'pages that this product has built itself';

/** Patterns that may take more than linear time, each with what keeps that harmless. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['server/price-lists/rules/cells.ts: LOT_SHAPE', FIGURE],
  ['server/price-lists/rules/cells.ts: DELIVERY_SHAPE', FIGURE],
  ['server/price-lists/rules/stock.ts: LEADING', FIGURE],
  ['server/price-lists/rules/selling-price.ts: BAND', 'pieces over ENTRY_MAX are refused before it'],
  ['settings/checks.ts: SERVER_PARTS', SETTING],
  ['server/platform/built-site/page-policy.ts: PART', BUILT],
  ['server/platform/built-site/page-policy.ts: pattern', BUILT],
  ['server/catalogue/product-pages/shell.ts: PLACE', BUILT],
  ['server/catalogue/product-pages/shell.ts: FILLING', BUILT],
  ['server/operations/site/builds-folder.ts: WORKSHOP', 'names of folders that a build has made'],
]);

/** The same verdict on every machine: no step of the checker depends on the clock. */
const SAME_EVERYWHERE = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  randomSeed: 1,
} as const;

type Checked = Pick<WrittenPattern, 'source' | 'flags'>;

const inWords = (told: Diagnostics): string =>
  told.status === 'vulnerable' ? `vulnerable: ${told.complexity.summary}` : told.status;

/**
 * By the checker's program for this system, which needs a quarter of the time of its plain JavaScript; by that where there
 * is no such program.
 */
const verdict = async ({ source, flags }: Checked) => inWords(await check(source, flags, SAME_EVERYWHERE));

const plainVerdict = ({ source, flags }: Checked) => inWords(plain.checkSync(source, flags, SAME_EVERYWHERE));

/** Left alone, the program would keep its 200 MB as long as the process of the tests lives. */
afterAll(() => {
  started.agent?.kill();
  started.agent = undefined;
});

const patterns = writtenPatterns(ROOT, FOLDERS);
const isHarmless = ({ names }: WrittenPattern) => names.every((name) => HARMLESS.has(name));

const PLACES = FOLDERS.flatMap((folder) => (folder === 'server' ? ['server/[a-b]', 'server/[c-z]'] : [folder]));

/** The patterns whose first place begins so, without those that are harmless for a reason. */
function patternsIn(place: string): readonly WrittenPattern[] {
  const begin = new RegExp(`^${place}`);
  const own = patterns.filter((pattern) => begin.test(pattern.places[0] ?? '') && !isHarmless(pattern));
  expect(own.length).toBeGreaterThan(0);
  return own;
}

describe('security 80: patterns that see texts from outside take linear time', () => {
  test.each(PLACES)('in %s', { timeout: 600_000 }, async (place) => {
    const costly: (WrittenPattern & { verdict: string })[] = [];
    // One after the other: the program takes all that it is asked at once into memory.
    for (const pattern of patternsIn(place)) {
      const told = await verdict(pattern);
      if (told !== 'safe') costly.push({ ...pattern, verdict: told });
    }
    expect(costly).toEqual([]);
  });

  test.each(PLACES)(
    'in %s, by the checker that is the same on every system',
    { timeout: 600_000, tags: ['deep'] },
    (place) => {
      const costly = patternsIn(place).map((pattern) => ({ ...pattern, verdict: plainVerdict(pattern) }));
      expect(costly.filter((pattern) => pattern.verdict !== 'safe')).toEqual([]);
    },
  );

  test('each that is harmless for a reason is there', () => {
    const names = new Set(patterns.flatMap((pattern) => pattern.names));
    expect([...HARMLESS.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([
    ['^\\s*\\d+[\\d\\s.,]*\\s*$', 'u'],
    ['\\s+$', 'u'],
    ['<table\\b[^>]*>', 'g'],
    ['^(?:a+)+$', ''],
  ])('/%s/%s is told by both', async (source, flags) => {
    const told = await verdict({ source, flags });
    expect(told).toMatch(/^vulnerable/);
    expect(plainVerdict({ source, flags })).toBe(told);
  });

  test('patterns made of constants of other files are seen whole', () => {
    const quantity = patterns.find(({ names }) => names.includes('rules/catalogue/list.ts: UNIT_BEHIND'));
    expect(quantity?.source).toContain('штук[аи]?');
  });
});
