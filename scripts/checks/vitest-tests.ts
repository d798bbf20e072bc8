import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf } from './arguments.ts';
import { type Outcome, shareSeconds } from './outcome.ts';
import { type Ended, runCommand } from './run.ts';
import type { TestFile } from './test-files.ts';
import type { VitestReport } from './vitest-report.ts';

/** Unit and API tests of these files, in one run of vitest: those with the tag deep and not store, or all others. */
export async function vitestTests(
  folder: string,
  { deep, files }: { readonly deep: boolean; readonly files: readonly TestFile[] },
): Promise<Outcome[]> {
  const report = join(folder, 'vitest.json');
  const ended = await runCommand({
    title: [...new Set(files.map(({ path }) => groupOf(path)))].join(' and '),
    command: process.execPath,
    args: [
      ...['node_modules/vitest/vitest.mjs', 'run'],
      ...['--tags-filter', deep ? 'deep && !store' : '!deep || store'],
      ...['--reporter=default', '--reporter=./scripts/checks/vitest-report.ts'],
      ...files.map(({ path }) => path),
    ],
    env: { VITEST_REPORT: report },
    streamed: true,
  });
  return vitestOutcomes(files, ended, () => JSON.parse(readFileSync(report, 'utf8')) as VitestReport);
}

/**
 * What the report says of each group. A file that is not in it, a test with the tag that the choice of files did not see,
 * and a run that exited badly without a failed test are failures: what did not run must not look as if it had passed.
 */
export function vitestOutcomes(
  files: readonly TestFile[],
  { ok, seconds }: Ended,
  read: () => VitestReport,
): Outcome[] {
  const groups = [...new Set(files.flatMap(({ path }) => groupOf(path) ?? []))];
  let report: VitestReport;
  try {
    report = read();
  } catch (error) {
    return groups.map((group) => failedWhole(group, seconds / groups.length, `no report: ${String(error)}`));
  }
  const ran = new Map(report.files.map((file) => [file.file, file]));
  const troubles = [
    ...files.filter(({ path }) => !ran.has(path)).map(({ path }) => `${path}: vitest did not take this file`),
    ...files
      .filter(({ path, deep }) => deep === 'none' && (ran.get(path)?.deep ?? 0) > 0)
      .map(({ path }) => `${path}: write tags: ['deep'] in the file itself, or npm run test:deep misses it`),
    ...report.stray.map((error) => `an error outside of the tests: ${error}`),
  ];
  const anyFailed = troubles.length > 0 || report.files.some(({ failed }) => failed.length > 0);
  if (!ok && !anyFailed) troubles.push('vitest failed without a failed test');
  const outcomes = groups.map((group, index): Outcome => {
    const own = report.files.filter(({ file }) => groupOf(file) === group);
    const failures = own.flatMap(({ file, failed }) => failed.map((test) => `${file}: ${test}`));
    // What belongs to no group stands with the first.
    const remarks = index === 0 ? [...failures, ...troubles] : failures;
    return {
      group,
      passed: own.reduce((sum, { passed }) => sum + passed, 0),
      failed: remarks.length,
      remarks,
      secondTries: [],
      seconds: 0,
      files: own.map(({ file, seconds: taken }) => ({ file, seconds: taken })),
    };
  });
  return shareSeconds(outcomes, seconds);
}

const failedWhole = (group: Outcome['group'], seconds: number, remark: string): Outcome => ({
  group,
  passed: 0,
  failed: 1,
  remarks: [remark],
  secondTries: [],
  seconds,
  files: [],
});
