import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserTests } from './checks/browser-tests.ts';
import { check } from './checks/run.ts';
import { unitTests } from './checks/unit-tests.ts';
import { installChecks } from './installs.ts';

/**
 * Every check of the project, one after another. At the end stand what failed and what passed only at its second try,
 * by name; the last line is the count. Exit code 1 when anything failed.
 */

/** Folders that the walls stand in. */
const WALLED = ['src', 'server', 'contract', 'rules', 'settings'];

const reports = mkdtempSync(join(tmpdir(), 'parts-reports-'));
// Hundreds of servers, threads and children load the same modules: each is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');
const wall = (title: string, config: string) => check(title, 'depcruise', ['--config', config, ...WALLED]);

const counts = {
  'lockfile in every npm': installChecks(),
  'lint and format': check('lint and format', 'biome', ['ci', '--max-diagnostics=50']),
  types: check('types', 'astro', ['check', '--minimumFailingSeverity', 'warning']),
  'import walls': wall('import walls', '.dependency-cruiser.cjs'),
  'what is loaded': wall('what is loaded', '.dependency-cruiser.loaded.cjs'),
  'dead code': check('dead code', 'knip', []),
  'unit and API tests': unitTests(reports),
  'browser tests': browserTests(reports),
};

rmSync(reports, { recursive: true, force: true });
for (const [title, { failed, remarks }] of Object.entries(counts))
  for (const remark of remarks) console.log(`${failed > 0 ? 'FAILED' : 'told'} ${title}: ${remark}`);
const passed = Object.values(counts).reduce((sum, count) => sum + count.passed, 0);
const failed = Object.values(counts).reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
