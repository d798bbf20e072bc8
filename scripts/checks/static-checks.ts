import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedNpm } from '../installs.ts';
import type { Group } from './arguments.ts';
import type { Outcome } from './outcome.ts';
import { runCommand } from './run.ts';

/** A check that starts nothing of the product and needs one core. */
export interface StaticCheck {
  readonly group: Group;
  readonly run: (folder: string) => Promise<Outcome>;
}

const bin = (name: string) => join('node_modules', '.bin', name);
/** TypeScript 7 checks ten times as fast as 6, but has no service that `astro check` could ask: decision 98. */
const TYPESCRIPT_7 = join('node_modules', 'typescript7', 'bin', 'tsc');
/** Folders that the walls stand in. */
const WALLED = ['src', 'server', 'contract', 'rules', 'settings'];

/** A checker of node_modules that counts as one. */
const checker = (group: Group, title: string, command: string, args: readonly string[]): StaticCheck => ({
  group,
  run: async () => {
    const { ok, seconds } = await runCommand({ title, command, args, streamed: false });
    return {
      group,
      passed: ok ? 1 : 0,
      failed: ok ? 0 : 1,
      remarks: ok ? [] : [`${title}: see above`],
      secondTries: [],
      seconds,
      files: [],
    };
  },
});

export const LOCKFILE: StaticCheck = { group: 'installs', run: askNpms };

/** What takes seconds. */
export const QUICK: readonly StaticCheck[] = [
  checker('types', 'types', process.execPath, [TYPESCRIPT_7, '--noEmit', '--project', '.']),
  // It writes `.astro/`, which no other check and no build reads.
  checker('types', 'types of Astro files', bin('astro'), [
    ...['check', '--minimumSeverity', 'warning', '--tsconfig', 'tsconfig.astro.json'],
  ]),
  checker('lint', 'lint', bin('biome'), ['ci', '--max-diagnostics=50']),
  checker('walls', 'import walls', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...WALLED]),
  checker('walls', 'what is loaded', bin('depcruise'), [...['--config', '.dependency-cruiser.loaded.cjs', ...WALLED]]),
  checker('dead-code', 'dead code', bin('knip'), []),
];

/** Each npm counts as one. */
async function askNpms(folder: string): Promise<Outcome> {
  const report = join(folder, 'lockfile.json');
  const { ok, seconds } = await runCommand({
    title: 'lockfile in every npm',
    command: process.execPath,
    args: [join('scripts', 'installs.ts'), '--lockfile'],
    env: { LOCKFILE_REPORT: report },
    streamed: false,
  });
  const asked = askedNpms(report);
  const refused = asked.filter(({ answer }) => answer === 'refused').length;
  const broken = !ok && refused === 0;
  return {
    group: 'installs',
    passed: asked.filter(({ answer }) => answer === 'accepted').length,
    failed: broken ? 1 : refused,
    remarks: [
      ...asked
        .filter(({ answer }) => answer !== 'accepted')
        .map(({ npm, answer, words }) => `npm ${npm} ${answer}: ${words.split('\n').slice(0, 3).join(' ')}`),
      ...(broken ? ['could not be asked, see above'] : []),
    ],
    secondTries: [],
    seconds,
    files: [],
  };
}

function askedNpms(report: string): readonly AskedNpm[] {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as AskedNpm[];
  } catch {
    return [];
  }
}
