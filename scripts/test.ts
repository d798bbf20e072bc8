import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every check of the project, one after another; the last line is the count. Exit code 1 when anything failed. */

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'parts-reports-'));
const node = process.execPath;
const bin = (name: string) => join('node_modules', '.bin', name);

function run(
  title: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  console.log(`\n=== ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(
    `=== ${title}: ${status === 0 ? 'ok' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`,
  );
  return status === 0;
}

const check = (title: string, command: string, args: readonly string[]): Count =>
  run(title, command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** A runner that wrote no report, or exited badly without a failed test, is itself a failure. */
function counted(ok: boolean, read: () => Count): Count {
  try {
    const count = read();
    return ok || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const report = (name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8')) as unknown;

function vitest(): Count {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('unit and API tests', node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
  return counted(ok, () => {
    const { numPassedTests, numFailedTests } = report('vitest.json') as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

function playwright(): Count {
  const file = join(reports, 'playwright.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
  const ok = run('browser tests', node, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return counted(ok, () => {
    const { stats } = report('playwright.json') as {
      stats: { expected: number; unexpected: number; flaky: number };
    };
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

/** Folders that the walls stand in. */
const WALLED = ['src', 'server', 'contract', 'rules', 'settings'];

const counts = [
  check('lint and format', bin('biome'), ['ci', '--max-diagnostics=50']),
  check('types', bin('astro'), ['check', '--minimumFailingSeverity', 'warning']),
  check('import walls', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...WALLED]),
  check('what a browser loads', bin('depcruise'), ['--config', '.dependency-cruiser.loaded.cjs', ...WALLED]),
  check('dead code', bin('knip'), []),
  vitest(),
  playwright(),
];

rmSync(reports, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
