import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../../bench/abuse/index.ts';

const run = promisify(execFile);

test('every attack of the benchmark can be carried out', { timeout: 600_000 }, async () => {
  const { stdout } = await run(process.execPath, ['bench/main.ts', '--only=abuse', '--small']);
  expect(stdout).toContain('| Attacks, SQLite, small');
  expect(stdout).not.toContain('not carried out');
  // Two lines of heading, and at least one figure of each.
  const lines = stdout.split('\n').filter((line) => line.startsWith('|'));
  expect(lines.length).toBeGreaterThanOrEqual(2 + ATTACKS.length);
});
