import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ALLOWED, NEVER_READ_AGAIN } from '../../support/real-time/allowed.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Ways to ask the machine what time it is, as a value too; the databases can be asked as well. */
const READS = [
  /\bDate\.now\b/,
  /\bnew Date(?:\(\s*\)|\b(?!\())/,
  /(?<![\w.]|new )Date\(\s*\)/,
  /\bTemporal\.Now\b/,
  /\btimeOrigin\b/,
  /\bCURRENT_(?:TIMESTAMP|DATE|TIME)\b/i,
  /\b(?:clock|statement|transaction)_timestamp\b|\bunixepoch\(/i,
  /sql`[^`]*(?:\bnow\(\)|'now')/i,
];

/** Tests of the guard itself, and what they run. */
const ON_PURPOSE = /^tests\/(?:fixtures|unit)\/real-time\//;

async function readers(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['server', 'contract', 'rules', 'settings', 'src', 'tests']) {
    for (const name of await readdir(ROOT + folder, { recursive: true })) {
      const path = `${folder}/${name}`.replaceAll('\\', '/');
      if (!/\.(?:tsx?|astro)$/.test(path) || ON_PURPOSE.test(path)) continue;
      const text = await readFile(ROOT + path, 'utf8');
      if (READS.some((read) => read.test(text))) found.push(path);
    }
  }
  return found.sort();
}

test('security 77: nobody reads the real time but those who may, each for a reason, and each of them does', async () => {
  expect(await readers()).toEqual([...ALLOWED.keys(), ...NEVER_READ_AGAIN.keys()].sort());
});

test.each([
  'const now = Date.now()',
  'clock = Date.now,',
  'at: new Date()',
  'new Date',
  'const text = Date()',
  'Temporal.Now.instant()',
  'performance.timeOrigin',
  'created_at TEXT DEFAULT CURRENT_TIMESTAMP',
  'sql`UPDATE a SET b = now()`',
  "sql`SELECT datetime('now')`",
])('security 77: %s is a read of the real time', (text) => {
  expect(READS.some((read) => read.test(text))).toBe(true);
});

test.each(['new Date(0)', 'new Date(clock())', 'formatDate()', 'x.toDate()', 'ports.now()', 'now()', 'Date.UTC(0)'])(
  'security 77: %s is none',
  (text) => {
    expect(READS.some((read) => read.test(text))).toBe(false);
  },
);
