import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { type Count, counted, firstLine } from './count.ts';
import { run } from './run.ts';

/** The browser tests. One that passed at its second try counts as passed and is told by name in the remarks. */
export function browserTests(folder: string): Count {
  const file = join(folder, 'playwright.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
  const ok = run('browser tests', process.execPath, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return counted(ok, () => {
    const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      remarks: [
        ...suites.flatMap(specsOf).flatMap(told),
        ...errors.map(({ message }) => firstLine(message ?? 'an error outside of the tests')),
      ],
    };
  });
}

const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

function told(spec: JSONReportSpec): string[] {
  return spec.tests
    .filter(({ status }) => status === 'flaky' || status === 'unexpected')
    .map(({ status, results }) => {
      const message = results.flatMap(({ error }) => error?.message ?? [])[0] ?? '';
      return `${status === 'flaky' ? 'at the first try: ' : ''}${spec.file}: ${spec.title}: ${firstLine(message)}`;
    });
}
