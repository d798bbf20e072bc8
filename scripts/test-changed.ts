import { readFileSync } from 'node:fs';
import { allFiles, type Changes, changedFiles } from './checks/changed-files.ts';
import { runAll } from './checks/run-all.ts';
import { LOCKFILE, QUICK } from './checks/static-checks.ts';
import { testFiles } from './checks/test-files.ts';
import { readTimes } from './checks/times.ts';
import { NEAR, namersOf, type Touched, touchedSpecs, touchedTests } from './checks/touched.ts';

const HELP = `npm run test:changed [-- REVISION]   what is near to the files that differ from a revision, in a minute or a few

Without a revision: since this branch left main; on main since origin/main, or since HEAD~1 where there is no remote. What is
not committed counts too. It runs
  lint, types, walls and dead code;
  the nearest files of unit and API tests that lead to the change: ${NEAR.vitest} at most, and no more than took ${NEAR.vitestSeconds} s the last time;
  ${NEAR.browser} files of browser tests at most: those that quote most texts of the changed area of the pages.
At the end it says what it left out. It proves less than npm test, which stands before every push.`;

/** What every test stands on, though no test names it. */
const UNDER_ALL = /^(?:package(?:-lock)?\.json|[\w.-]+\.config\.\w+|tsconfig\.json|tests\/support\/real-time\/)/;

/** `npm run test:changed`: see --help. */
async function main([word, ...more]: readonly string[]): Promise<number> {
  if (word === '--help' || word === '-h') {
    console.log(HELP);
    return 0;
  }
  let changes: Changes;
  try {
    if (more.length > 0) throw new Error('one revision at most');
    changes = changedFiles(word);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
  const { since, files } = changes;
  console.log(`${files.length} files differ from ${since}`);
  const texts = new Map(allFiles().flatMap(readText));
  const namers = namersOf(texts);
  const times = readTimes();
  const tests = touchedTests(files, texts, times, namers);
  const specs = touchedSpecs(files, texts, times, namers);
  const lockfile = files.some((file) => /^(?:package(?:-lock)?\.json|\.npmrc)$/.test(file));
  const near = new Set([...tests.near, ...specs.near]);
  const all = { deep: false, groups: new Set(['unit', 'api', 'browser'] as const), paths: [] };
  return runAll({
    checks: [...(lockfile ? [LOCKFILE] : []), ...QUICK],
    deep: false,
    files: testFiles(all).filter(({ path }) => near.has(path)),
    notes: [
      ...reportOf('unit and API tests', tests),
      ...reportOf('browser tests', specs),
      ...(lockfile ? [] : ['not run: the lockfile in every npm, which did not change']),
      ...files.filter((file) => UNDER_ALL.test(file)).map((file) => `${file} is under all tests: npm test`),
      '',
    ],
  });
}

const reportOf = (what: string, { near, left }: Touched): string[] => [
  `${what}: ran ${near.length} ${near.length === 1 ? 'file' : 'files'} near to the change`,
  ...(left.length > 0 ? [`not run: ${left.length} further files of ${what} that could notice it`] : []),
];

/** Pictures and archives name no other file, but may be named. */
function readText(file: string): [string, string][] {
  try {
    return [[file, /\.(?:[cm]?[jt]sx?|astro|css|json)$/.test(file) ? readFileSync(file, 'utf8') : '']];
  } catch {
    return [];
  }
}

process.exitCode = await main(process.argv.slice(2));
