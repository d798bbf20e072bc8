import { existsSync } from 'node:fs';
import { sep } from 'node:path';

/** What `npm test` is made of, with the words of its help. The order is that of the table at the end. */
export const GROUPS = {
  installs: 'every npm that the README promises takes the lockfile',
  lint: 'lint and format',
  types: 'types of TypeScript and of Astro',
  walls: 'who may import whom, and what a browser must not load',
  'dead-code': 'files, exports and packages that nobody uses',
  unit: 'tests/unit',
  api: 'tests/api: services over HTTP, on both databases',
  browser: 'tests/e2e: a server of its own and a Chromium',
} as const;

export type Group = keyof typeof GROUPS;

/** Folder of the tests of a group. Only these have tests that a release alone must survive. */
export const FOLDERS = { unit: 'tests/unit', api: 'tests/api', browser: 'tests/e2e' } as const;

export interface Wanted {
  readonly deep: boolean;
  readonly groups: ReadonlySet<Group>;
  /** Files or folders of tests from the root; empty: all tests of the groups. */
  readonly paths: readonly string[];
}

export type Read = { readonly wanted: Wanted } | { readonly help: string } | { readonly refused: string };

/** Reads `[--deep] [--help] [GROUP or path of tests…]`. Paths alone stand for the groups whose tests they are. */
export function readArguments(args: readonly string[], exists: (path: string) => boolean = existsSync): Read {
  const deep = args.includes('--deep');
  if (args.includes('--help') || args.includes('-h')) return { help: helpOf() };
  const possible = Object.keys(deep ? FOLDERS : GROUPS) as Group[];
  const groups = new Set<Group>();
  const paths: string[] = [];
  for (const word of args.filter((arg) => arg !== '--deep')) {
    const group = possible.find((each) => each === word);
    const path = word.replaceAll(sep, '/').replace(/^\.\//, '').replace(/\/$/, '');
    const owner = groupOf(path);
    if (group) groups.add(group);
    else if (owner && exists(path)) paths.push(path);
    else return { refused: refusalOf(word, possible, deep) };
  }
  if (args.every((arg) => arg === '--deep')) for (const group of possible) groups.add(group);
  for (const path of paths) groups.add(groupOf(path) as Group);
  return { wanted: { deep, groups, paths } };
}

/** The group whose tests lie at a path from the root; undefined for any other path. */
export const groupOf = (path: string): keyof typeof FOLDERS | undefined =>
  (Object.keys(FOLDERS) as (keyof typeof FOLDERS)[]).find((group) => `${path}/`.startsWith(`${FOLDERS[group]}/`));

const refusalOf = (word: string, possible: readonly Group[], deep: boolean): string =>
  `"${word}" is neither a group nor a file or folder of tests. ` +
  `The groups of npm ${deep ? 'run test:deep' : 'test'}: ${possible.join(', ')}.`;

const helpOf = (): string =>
  [
    'npm test [-- GROUP or path…]              what a change can break',
    'npm run test:deep [-- GROUP or path…]     what a release must survive: tests that carry the tag deep',
    'npm run test:changed [-- REVISION]        what is near to the changes since a revision (--help tells more)',
    '',
    `Groups of npm test; npm run test:deep has ${Object.keys(FOLDERS).join(', ')}:`,
    ...Object.entries(GROUPS).map(([group, what]) => `  ${group.padEnd(10)} ${what}`),
    '',
    'Without a group everything is run. A path is a file or folder of tests, as in: npm test -- lint tests/api/catalogue',
    'The last line is the count; the exit code is 1 when anything failed, 2 when the command was not understood.',
  ].join('\n');
