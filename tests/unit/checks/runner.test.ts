import type { JSONReport } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { GROUPS, type Group, readArguments } from '../../../scripts/checks/arguments.ts';
import { browserOutcome } from '../../../scripts/checks/browser-tests.ts';
import { exitCodeOf, type Outcome, summaryOf } from '../../../scripts/checks/outcome.ts';
import { inPool } from '../../../scripts/checks/run.ts';
import { deepOf } from '../../../scripts/checks/test-files.ts';
import type { VitestFile } from '../../../scripts/checks/vitest-report.ts';
import { vitestOutcomes } from '../../../scripts/checks/vitest-tests.ts';

const ORDER = Object.keys(GROUPS) as Group[];
const read = (...args: string[]) => readArguments(args, (path) => path.includes('search'));
const groupsOf = (...args: string[]) => {
  const found = read(...args);
  return 'wanted' in found ? [...found.wanted.groups] : found;
};

test('without a group everything is run; deep are only groups of tests', () => {
  expect(groupsOf()).toEqual(ORDER);
  expect(groupsOf('--deep')).toEqual(['unit', 'api', 'browser']);
});

test('groups and paths of tests are run alone', () => {
  expect(groupsOf('lint', 'api')).toEqual(['lint', 'api']);
  expect(read('lint', './tests/unit/search/')).toEqual({
    wanted: { deep: false, groups: new Set(['lint', 'unit']), paths: ['tests/unit/search'] },
  });
});

test.each([['units'], ['tests/unit/nothing'], ['server/search'], ['tests/unitary/search'], ['--deep', 'lint']])(
  'what is no group is refused with those that there are: %s %s',
  (...args) => {
    expect(read(...args)).toEqual({ refused: expect.stringContaining('unit, api, browser') });
  },
);

test('the help names every group and both other commands', () => {
  const found = read('--help', 'whatever');
  const help = 'help' in found ? found.help : '';
  for (const word of [...ORDER, 'test:deep', 'test:changed']) expect(help).toContain(word);
});

const outcome = (group: Group, more: Partial<Outcome> = {}): Outcome => ({
  group,
  passed: 1,
  failed: 0,
  remarks: [],
  secondTries: [],
  seconds: 1,
  files: [],
  ...more,
});

test('the summary sums up, names failures and second tries, and ends with the count', () => {
  const lines = summaryOf(
    [
      outcome('browser', { passed: 7, secondTries: ['tests/e2e/a.spec.ts: opens'], seconds: 61.2 }),
      outcome('unit', { passed: 20, failed: 1, remarks: ['tests/unit/a.test.ts: adds: 1 is not 2'] }),
      outcome('installs', { passed: 4, remarks: ['npm 9 skipped: no answer'] }),
    ],
    ORDER,
  );
  expect(lines).toEqual([
    '',
    'group     passed  failed  seconds  of workers',
    'installs       4       0        1',
    'unit          20       1        1',
    'browser        7       0       61',
    '',
    'told installs: npm 9 skipped: no answer',
    'FAILED unit: tests/unit/a.test.ts: adds: 1 is not 2',
    'passed at its second try browser: tests/e2e/a.spec.ts: opens',
    '',
    '31 passed, 1 failed',
  ]);
});

test('the twenty slowest files of all groups are told, the slowest first', () => {
  const files = Array.from({ length: 30 }, (_, at) => ({ file: `tests/unit/${at}.test.ts`, seconds: at }));
  const lines = summaryOf(
    [outcome('unit', { files }), outcome('browser', { files: [{ file: 'tests/e2e/a.spec.ts', seconds: 28.5 }] })],
    ORDER,
  );
  const told = lines.filter((line) => /^ +[\d.]+ {2}tests\//.test(line));
  expect(told).toHaveLength(20);
  expect(told.slice(0, 2)).toEqual(['   29.0  tests/unit/29.test.ts', '   28.5  tests/e2e/a.spec.ts']);
});

test('a run that failed and one that ran nothing exit with 1', () => {
  expect(exitCodeOf([outcome('unit')])).toBe(0);
  expect(exitCodeOf([outcome('unit'), outcome('api', { failed: 1 })])).toBe(1);
  expect(exitCodeOf([outcome('unit', { passed: 0 })])).toBe(1);
  expect(summaryOf([], ORDER)).toContain('FAILED: nothing was run, so nothing is proved');
});

const vitestFile = (file: string, more: Partial<VitestFile> = {}): VitestFile => ({
  file,
  seconds: 1,
  passed: 0,
  failed: [],
  deep: 0,
  ...more,
});
const plain = (...paths: string[]) => paths.map((path) => ({ path, deep: 'none' as const }));
const UNIT = 'tests/unit/a.test.ts';
const API = 'tests/api/a.test.ts';

test('a file of which a tag leaves nothing has not failed, and groups share the time by their work', () => {
  const files = [vitestFile(UNIT), vitestFile(API, { passed: 3, seconds: 3 })];
  const outcomes = vitestOutcomes(plain(UNIT, API), { ok: true, seconds: 2 }, () => ({ files, stray: [] }));
  expect(outcomes.map(({ group, passed, failed, seconds }) => [group, passed, failed, seconds])).toEqual([
    ['unit', 0, 0, 0.5],
    ['api', 3, 0, 1.5],
  ]);
});

test.each([
  ['that vitest did not take', [], [], true],
  ['whose deep tests its text does not show', [vitestFile(UNIT, { passed: 1, deep: 1 })], [], true],
  ['with an error outside of its tests', [vitestFile(UNIT, { passed: 1 })], ['no file: late'], false],
  ['with a failed test', [vitestFile(UNIT, { passed: 1, failed: ['adds: no'] })], [], false],
  ['after which vitest exits badly', [vitestFile(UNIT, { passed: 1 })], [], false],
])('a file %s counts as one failure', (_, files, stray, ok) => {
  const [unit] = vitestOutcomes(plain(UNIT), { ok, seconds: 1 }, () => ({ files, stray }));
  expect([unit?.failed, unit?.remarks.length]).toEqual([1, 1]);
});

test('a run without a report has failed', () => {
  const broken = () => {
    throw new Error('no such file');
  };
  expect(vitestOutcomes(plain(UNIT), { ok: true, seconds: 1 }, broken)).toMatchObject([{ failed: 1 }]);
  expect(browserOutcome({ ok: true, seconds: 1 }, broken)).toMatchObject({ failed: 1 });
});

test('a browser test that passes at its second try has passed, and is told by name', () => {
  const tests = [{ status: 'flaky', results: [{ duration: 2_000, error: { message: 'late\nat' } }] }];
  const report = {
    stats: { expected: 3, flaky: 1, unexpected: 0 },
    errors: [],
    suites: [{ specs: [], suites: [{ specs: [{ file: 'a.spec.ts', title: 'opens', tests }] }] }],
  } as unknown as JSONReport;
  expect(browserOutcome({ ok: true, seconds: 9 }, () => report)).toMatchObject({
    passed: 4,
    failed: 0,
    secondTries: ['tests/e2e/a.spec.ts: opens: late'],
    files: [{ file: 'tests/e2e/a.spec.ts', seconds: 2 }],
  });
});

// Written out, vitest would take it for the tag of this file.
const MODULE_TAG = ['@module', 'tag deep'].join('-');

test.each([
  [`// ${MODULE_TAG}\nimport`, 'all'],
  [`/**\n * ${MODULE_TAG}\n */`, 'all'],
  ["test('crashes', { timeout: 9, tags: ['deep'] }, () => {})", 'some'],
  ["test('crashes', { tags: 'deep' }, () => {})", 'some'],
  ["test('walks', { tag: '@deep' }, async () => {})", 'some'],
  ["expect(level).toBe('deep'); // deep", 'none'],
])('the tag deep is seen in the text of a file: %s', (text, seen) => {
  expect(deepOf(text)).toBe(seen);
});

test('no core is idle while something waits, and results keep their order', async () => {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string, cores: number) => ({
    cores,
    run: () => {
      log.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  const all = inPool(2, [task('types', 1), task('lint', 1), task('vitest', 2), task('browser', 2)]);
  expect(log).toEqual(['types', 'lint']);
  await end('lint');
  expect(log).toEqual(['types', 'lint', 'vitest']);
  await end('types');
  expect(log).not.toContain('browser');
  await end('vitest');
  await end('browser');
  expect(await all).toEqual(['types', 'lint', 'vitest', 'browser']);
});
