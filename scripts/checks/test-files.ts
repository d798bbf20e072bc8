import { globSync, readFileSync } from 'node:fs';
import { FOLDERS, type Group, groupOf, type Wanted } from './arguments.ts';

export interface TestFile {
  /** From the root. */
  readonly path: string;
  /** Which of its tests carry the tag deep, by the text of the file. */
  readonly deep: 'all' | 'some' | 'none';
}

/** Test files of these groups and paths that have something to run: with tests of the tag deep, or with others. */
export function testFiles({ deep, groups, paths }: Wanted): readonly TestFile[] {
  return globSync(Object.values(FOLDERS).map((folder) => `${folder}/**/*.{test,spec}.{ts,tsx}`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => groups.has(groupOf(path) as Group) && isBelow(path, paths))
    .sort()
    .map((path) => ({ path, deep: deepOf(readFileSync(path, 'utf8')) }))
    .filter((file) => (deep ? file.deep !== 'none' : file.deep !== 'all'));
}

/** Paths narrow the group whose tests they are, and no other. */
const isBelow = (path: string, paths: readonly string[]): boolean => {
  const own = paths.filter((each) => groupOf(each) === groupOf(path));
  return own.length === 0 || own.some((each) => path === each || path.startsWith(`${each}/`));
};

/**
 * Which tests of a file carry the tag deep. Vitest and Playwright know better, but load a file to find out; the tag is
 * written out where it is used, or stands behind `aboveSql`, and the report of vitest betrays one that is neither.
 */
export function deepOf(text: string): TestFile['deep'] {
  if (/(?:\/\/|\*)\s*@module-tag\s+deep\b/.test(text)) return 'all';
  return /@deep\b|\baboveSql\(|\btags:\s*(?:\[[^\]]*)?(['"])deep\1/.test(text) ? 'some' : 'none';
}
