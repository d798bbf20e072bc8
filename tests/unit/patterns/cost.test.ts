import { fileURLToPath } from 'node:url';
import recheck from 'recheck/lib/browser.js';
import { describe, expect, test } from 'vitest';
import { type WrittenPattern, writtenPatterns } from '../../support/patterns/extract.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['contract', 'rules', 'settings', 'src', 'server'];

const FIGURE = 'figureText lets nothing longer than 200 characters through';
const SETTING = 'a setting, which only the owner of the machine writes';
const BUILT = 'pages that this product has built itself';

/** Patterns that may take more than linear time, each with what keeps that harmless. */
const HARMLESS: ReadonlyMap<string, string> = new Map([
  ['server/bridge/import/rules/delivery.ts: SHAPE', FIGURE],
  ['server/bridge/import/rules/lot.ts: SHAPE', FIGURE],
  ['server/bridge/import/rules/stock.ts: LEADING', FIGURE],
  ['server/bridge/import/rules/markup.ts: BAND', 'pieces over ENTRY_MAX are refused before it'],
  ['server/database/postgres/servers.ts: PARTS', SETTING],
  ['settings/address-checks.ts: SERVERS', SETTING],
  ['server/http/site/plain-attributes.ts: PART', BUILT],
  ['server/http/site/policy.ts: pattern', BUILT],
  ['server/product-pages/product-shell.ts: PLACE', BUILT],
  ['server/product-pages/product-shell.ts: FILLING', BUILT],
  ['server/site/builds-folder.ts: WORKSHOP', 'names of folders that a build has made'],
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

function verdict({ source, flags }: Pick<WrittenPattern, 'source' | 'flags'>): string {
  const told = recheck.checkSync(source, flags, SAME_EVERYWHERE);
  return told.status === 'vulnerable' ? `vulnerable: ${told.complexity.summary}` : told.status;
}

const patterns = writtenPatterns(ROOT, FOLDERS);
const isHarmless = ({ names }: WrittenPattern) => names.every((name) => HARMLESS.has(name));

describe('security 80: patterns that see texts from outside take linear time', () => {
  test.each(FOLDERS.flatMap((folder) => (folder === 'server' ? ['server/[a-b]', 'server/[c-z]'] : [folder])))(
    'in %s',
    { timeout: 600_000 },
    (folder) => {
      const begin = new RegExp(`^${folder}`);
      const own = patterns.filter((pattern) => begin.test(pattern.places[0] ?? '') && !isHarmless(pattern));
      expect(own.length).toBeGreaterThan(0);
      const costly = own.map((pattern) => ({ ...pattern, verdict: verdict(pattern) }));
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
  ])('/%s/%s is told', (source, flags) => {
    expect(verdict({ source, flags })).toMatch(/^vulnerable/);
  });

  test('patterns made of constants of other files are seen whole', () => {
    const quantity = patterns.find(({ names }) => names.includes('rules/list-lines/line.ts: UNIT_BEHIND'));
    expect(quantity?.source).toContain('штук[аи]?');
  });
});
