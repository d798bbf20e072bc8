import type { Group } from './arguments.ts';

/** What a group of checks came to. */
export interface Outcome {
  readonly group: Group;
  readonly passed: number;
  readonly failed: number;
  /** By name: what failed, and what else is worth knowing at the very end. */
  readonly remarks: readonly string[];
  /** By name: what passed at its second try only. It counts as passed. */
  readonly secondTries: readonly string[];
  /** How long the run waited for it; groups that ran together share their time by their work. */
  readonly seconds: number;
  /** What its files took, of all workers together. */
  readonly files: readonly FileTime[];
}

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** Number of files that are listed as the slowest. */
const SLOWEST = 20;

/** The end of a run: a table of the groups, the slowest files, what to look at by name, and the count as its last line. */
export function summaryOf(outcomes: readonly Outcome[], order: readonly Group[]): readonly string[] {
  const sorted = [...outcomes].sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
  const { passed, failed } = countOf(sorted);
  const remarks = sorted.flatMap(({ group, failed: some, remarks: all }) =>
    all.map((remark) => `${some > 0 ? 'FAILED' : 'told'} ${group}: ${remark}`),
  );
  const tries = sorted.flatMap(({ group, secondTries }) =>
    secondTries.map((name) => `passed at its second try ${group}: ${name}`),
  );
  return [
    ...tableOf(sorted),
    ...slowestOf(sorted),
    ...(remarks.length + tries.length > 0 ? ['', ...remarks, ...tries] : []),
    ...(passed + failed === 0 ? ['', 'FAILED: nothing was run, so nothing is proved'] : []),
    '',
    `${passed} passed, ${failed} failed`,
  ];
}

const countOf = (outcomes: readonly Outcome[]): { passed: number; failed: number } => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
});

/** A run that failed, or proved nothing, must not look like one that passed. */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 {
  const { passed, failed } = countOf(outcomes);
  return failed > 0 || passed === 0 ? 1 : 0;
}

function tableOf(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.map(({ group, passed, failed, seconds, files }) => [
    group,
    String(passed),
    String(failed),
    seconds.toFixed(0),
    files.length === 0 ? '' : sumOf(files).toFixed(0),
  ]);
  const head = ['group', 'passed', 'failed', 'seconds', 'of workers'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return ['', ...[head, ...rows].map(line)];
}

function slowestOf(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap((outcome) => outcome.files);
  if (files.length === 0) return [];
  const slowest = [...files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  return [
    '',
    'slowest files, seconds',
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
  ];
}

const sumOf = (files: readonly FileTime[]): number => files.reduce((sum, { seconds }) => sum + seconds, 0);

/** Groups that ran in one process get their share of its time by what their files took. */
export function shareSeconds(outcomes: readonly Outcome[], seconds: number): Outcome[] {
  const whole = outcomes.reduce((sum, { files }) => sum + sumOf(files), 0);
  return outcomes.map((outcome) => ({
    ...outcome,
    seconds: whole === 0 ? seconds / outcomes.length : (seconds * sumOf(outcome.files)) / whole,
  }));
}

/**
 * The first line of a message, without colours: the whole of it stands in the output above. Of a property that does not hold
 * the next line goes along, which has the seed that reproduces it.
 */
export function firstLine(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with an escape character
  const [first = '', second = ''] = message.replace(/\u001b\[[0-9;]*m/gu, '').split('\n', 2);
  return second.startsWith('{ seed:') ? `${first} ${second}` : first;
}
