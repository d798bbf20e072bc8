import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GROUPS, type Group, groupOf } from './arguments.ts';
import { browserTests } from './browser-tests.ts';
import { exitCodeOf, type Outcome, summaryOf } from './outcome.ts';
import { endChecksWithUs, inPool, type Task } from './run.ts';
import type { StaticCheck } from './static-checks.ts';
import type { TestFile } from './test-files.ts';
import { keepTimes } from './times.ts';
import { vitestTests } from './vitest-tests.ts';

export interface Plan {
  readonly checks: readonly StaticCheck[];
  readonly deep: boolean;
  readonly files: readonly TestFile[];
  /** What the end says before the count. */
  readonly notes?: readonly string[];
}

/** Vitest and Playwright start two workers each. */
const CORES = 2;
/** Modules of folders that no longer exist stay among the compiled ones: beyond so many bytes they are all made anew. */
const COMPILED_MAX = 256 * 1024 * 1024;

/**
 * Runs what is planned and keeps two cores busy: checks side by side, then the tests, of which vitest begins beside the
 * last check. Prints the summary and returns the exit code.
 */
export async function runAll({ checks, deep, files, notes = [] }: Plan): Promise<0 | 1> {
  const folder = mkdtempSync(join(tmpdir(), 'parts-reports-'));
  endChecksWithUs(() => rmSync(folder, { recursive: true, force: true }));
  compileOnce(resolve('node_modules', '.cache', 'parts-compiled'));
  try {
    const inBrowser = files.filter(({ path }) => groupOf(path) === 'browser');
    const inVitest = files.filter(({ path }) => groupOf(path) !== 'browser');
    const tasks: Task<Outcome[]>[] = [
      ...checks.map((check) => ({ cores: 1, run: async () => [await check.run(folder)] })),
      ...(inVitest.length > 0 ? [{ cores: CORES, run: () => vitestTests(folder, { deep, files: inVitest }) }] : []),
      ...(inBrowser.length > 0
        ? [{ cores: CORES, run: async () => [await browserTests(folder, { deep, files: inBrowser })] }]
        : []),
    ];
    const outcomes = (await inPool(CORES, tasks)).flat();
    keepTimes(outcomes);
    const lines = summaryOf(joined(outcomes), Object.keys(GROUPS) as Group[]);
    console.log([...lines.slice(0, -1), ...notes, ...lines.slice(-1)].join('\n'));
    return exitCodeOf(outcomes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Several checks of one group are one row of the table. */
const joined = (outcomes: readonly Outcome[]): Outcome[] =>
  [...Map.groupBy(outcomes, ({ group }) => group).values()].map((same) =>
    same.reduce((one, other) => ({
      group: one.group,
      passed: one.passed + other.passed,
      failed: one.failed + other.failed,
      remarks: [...one.remarks, ...other.remarks],
      secondTries: [...one.secondTries, ...other.secondTries],
      seconds: one.seconds + other.seconds,
      files: [...one.files, ...other.files],
    })),
  );

/**
 * Hundreds of servers, threads and children load the same modules: each is compiled once, and kept for the next run. Node
 * itself looks whether a kept one is still that of its source.
 */
function compileOnce(folder: string): void {
  if (process.env.NODE_COMPILE_CACHE) return;
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  if (bytes > COMPILED_MAX) rmSync(folder, { recursive: true, force: true });
  process.env.NODE_COMPILE_CACHE = folder;
}
