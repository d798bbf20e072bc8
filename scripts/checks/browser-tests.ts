import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { FOLDERS } from './arguments.ts';
import { firstLine, type Outcome } from './outcome.ts';
import { type Ended, runCommand } from './run.ts';
import type { TestFile } from './test-files.ts';

/** The browser tests of these files: those with the tag @deep, or all others. */
export async function browserTests(
  folder: string,
  { deep, files }: { readonly deep: boolean; readonly files: readonly TestFile[] },
): Promise<Outcome> {
  const report = join(folder, 'playwright.json');
  const ended = await runCommand({
    title: 'browser',
    command: process.execPath,
    args: [
      ...['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
      ...[deep ? '--grep' : '--grep-invert', '@deep', '--pass-with-no-tests'],
      ...files.map(({ path }) => path),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    streamed: true,
  });
  return browserOutcome(ended, () => JSON.parse(readFileSync(report, 'utf8')) as JSONReport);
}

/** What the report of Playwright says; a run without one, or that exited badly without a failed test, is a failure. */
export function browserOutcome({ ok, seconds }: Ended, read: () => JSONReport): Outcome {
  const nothing = { group: 'browser', passed: 0, secondTries: [], seconds, files: [] } as const;
  let report: JSONReport;
  try {
    report = read();
  } catch (error) {
    return { ...nothing, failed: 1, remarks: [`no report: ${String(error)}`] };
  }
  const specs = report.suites.flatMap(specsOf);
  const remarks = [
    ...titlesOf(specs, 'unexpected'),
    ...report.errors.map(({ message }) => firstLine(message ?? 'an error outside of the tests')),
  ];
  if (!ok && remarks.length === 0) remarks.push('Playwright failed without a failed test');
  return {
    ...nothing,
    passed: report.stats.expected + report.stats.flaky,
    failed: remarks.length,
    remarks,
    secondTries: titlesOf(specs, 'flaky'),
    files: timesOf(specs),
  };
}

const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

const titlesOf = (specs: readonly JSONReportSpec[], wanted: 'flaky' | 'unexpected'): string[] =>
  specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const message = results.flatMap(({ error }) => error?.message ?? [])[0] ?? '';
        return `${FOLDERS.browser}/${file}: ${title}: ${firstLine(message)}`;
      }),
  );

function timesOf(specs: readonly JSONReportSpec[]): Outcome['files'] {
  const times = new Map<string, number>();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      times.set(file, (times.get(file) ?? 0) + duration / 1000);
  return [...times].map(([file, seconds]) => ({ file: `${FOLDERS.browser}/${file}`, seconds }));
}
