import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Count, counted } from './count.ts';
import { run } from './run.ts';
import type { VitestReport } from './vitest-report.ts';

/**
 * Unit and API tests. Files in which something failed are run once more, one after another: a machine that is busy
 * elsewhere must not refuse a change. What passes only then is told by name in the remarks, as the browser tests do.
 */
export function unitTests(folder: string): Count {
  const first = vitest(folder, 'unit and API tests', []);
  const files = [...new Set(troubles(first.report).map(({ file }) => file))];
  const places = files.filter((file) => file !== null);
  if (places.length === 0 || places.length < files.length || places.length > MANY) return first.count;
  const second = vitest(folder, 'unit and API tests, what failed once more', [
    '--no-file-parallelism',
    ...places,
  ]);
  const once = first.count.remarks.map((remark) => `at the first try: ${remark}`);
  return {
    passed: first.count.passed - passedIn(first.report, places) + second.count.passed,
    failed: second.count.failed,
    remarks: [...once, ...second.count.remarks],
  };
}

/** More files than a busy machine explains: a second try would only cost time. */
const MANY = 12;

const troubles = (report: VitestReport | null) => [...(report?.failed ?? []), ...(report?.stray ?? [])];

const passedIn = (report: VitestReport | null, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (report?.passed[file] ?? 0), 0);

function vitest(
  folder: string,
  title: string,
  more: readonly string[],
): { count: Count; report: VitestReport | null } {
  const file = join(folder, `vitest-${more.length}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/checks/vitest-report.ts'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...more];
  const ok = run(title, process.execPath, args, { VITEST_REPORT: file });
  let report: VitestReport | null = null;
  const count = counted(ok, () => {
    report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    return {
      passed: passedIn(report, Object.keys(report.passed)),
      failed: report.failed.length + report.stray.length,
      remarks: told(report),
    };
  });
  return { count, report };
}

const told = ({ failed, stray }: VitestReport): string[] => [
  ...failed.map(({ file, name, message }) => `${relative('.', file)}: ${name}: ${message}`),
  ...stray.map(({ file, message }) => `an error outside of the tests (${file ?? 'no file'}): ${message}`),
];
