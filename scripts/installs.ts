import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './supply/npm.ts';

/**
 * Whether the project installs with the Node and npm that people have. `npm run check:installs` clones it into an empty
 * folder and runs `npm start` and `npm test` with each of them; `npm test` only asks each npm whether it accepts the lockfile
 * (`--lockfile`).
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every npm that the README promises, oldest first. npm 9.2 is Debian's, the others come with Node 18 to 26. */
const NPM_VERSIONS = ['9.2.0', '9', '10.2.0', '10', '11'] as const;

/** Node and the npm that comes with it. */
const MACHINES = [
  { node: '18', npm: '9' },
  { node: '20', npm: '10' },
  { node: '22', npm: '10' },
  { node: '24', npm: '11' },
] as const;

/** Longest wait for one call of npm, and for a shop to answer after its first start, ms. */
const NPM_MS = 120_000;
const START_MS = 900_000;

/** npm of that version in `folder`; null, with its reason, where no registry hands it out. */
export function fetchNpm(version: string, folder: string): { cli: string } | { unreachable: string } {
  const into = join(folder, `npm-${version}`);
  const cli = join(into, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  mkdirSync(into, { recursive: true });
  const problem = existsSync(cli) ? null : fetchPackage(`npm@${version}`, into);
  return problem === null ? { cli } : { unreachable: problem };
}

/** What `npm ci --dry-run` of that npm says against the manifest and lockfile of `folder`; null: it accepts them. */
export function refusalOf(cli: string, folder: string, more: readonly string[] = []): string | null {
  const { status, stderr, error } = spawnSync(process.execPath, [cli, 'ci', '--dry-run', ...more], {
    cwd: folder,
    encoding: 'utf8',
    timeout: NPM_MS,
    env: { ...foreignEnvironment(), npm_config_loglevel: 'error' },
  });
  if (status === 0) return null;
  return error?.message ?? wordsOf(stderr);
}

/** An npm that accepts the lockfile, one that does not, or one that no registry hands out, which is counted nowhere. */
export interface AskedNpm {
  readonly npm: string;
  readonly answer: 'accepted' | 'refused' | 'skipped';
  readonly words: string;
}

/**
 * Asks each npm whether it accepts the lockfile of the project, and that of the release without the packages for
 * development; prints a line for each, and as `AskedNpm[]` in the file that LOCKFILE_REPORT names.
 */
function askEveryNpm(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parts-installs-'));
  try {
    const project = copyLock(join(folder, 'project'), 'package-lock.json');
    const release = copyLock(join(folder, 'release'), 'npm-shrinkwrap.json');
    const asked = NPM_VERSIONS.map((version): AskedNpm => {
      const npm = fetchNpm(version, folder);
      if ('unreachable' in npm) return report({ npm: version, answer: 'skipped', words: npm.unreachable });
      const refusal = refusalOf(npm.cli, project) ?? refusalOf(npm.cli, release, ['--omit=dev']);
      return report({ npm: version, answer: refusal === null ? 'accepted' : 'refused', words: refusal ?? '' });
    });
    const { LOCKFILE_REPORT } = process.env;
    if (LOCKFILE_REPORT) writeFileSync(LOCKFILE_REPORT, JSON.stringify(asked));
    return asked.every(({ answer }) => answer !== 'refused');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(asked: AskedNpm): AskedNpm {
  console.log(`npm ${asked.npm}: ${asked.answer} ${asked.words}`.trimEnd());
  return asked;
}

function copyLock(folder: string, name: string): string {
  mkdirSync(folder);
  for (const file of ['package.json', '.npmrc']) cpSync(join(ROOT, file), join(folder, file));
  cpSync(join(ROOT, 'package-lock.json'), join(folder, name));
  return folder;
}

/** Installs one package beside the project; null, or why it cannot be had. */
function fetchPackage(spec: string, into: string): string | null {
  writeFileSync(join(into, 'package.json'), '{}');
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', spec];
  const { status, stderr, error } = runNpm(args, { cwd: into, timeout: NPM_MS, env: foreignEnvironment() });
  return status === 0 ? null : (error?.message ?? wordsOf(stderr).split('\n')[0] ?? 'no answer');
}

/** The environment without the variables of the calling npm and without settings of a shop. */
const foreignEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|execpath|node_execpath|command|config_(loglevel|local_prefix))/.test(name),
    ),
  );

/** npm's own words without its prefixes, its manual, and the line that names its log. */
const wordsOf = (stderr: string): string =>
  (stderr.split('Clean install a project')[0] ?? '')
    .split('\n')
    .map((line) => line.replace(/^npm (?:ERR!|error)\s?/, '').trim())
    .filter((line) => line !== '' && !/^(code|A complete log|npm warn)/i.test(line))
    .join('\n');

/** One machine as people have it: a clone in an empty folder, `npm start` until it answers, `npm test` until it begins. */
async function tryMachine(node: string, npmVersion: string, folder: string): Promise<string[]> {
  const problems: string[] = [];
  const machine = await makeMachine(node, npmVersion, folder);
  if (typeof machine === 'string') return [machine];
  const clone = join(machine.home, 'shop');
  spawnSync('git', ['clone', '--quiet', ROOT, clone], { stdio: 'inherit' });
  const environment = { ...machine.environment, PORT: '0', LOG_LEVEL: 'error' };
  const started = await untilLine(['start'], clone, environment, /^Open (\S+)/m);
  if (started.found === null) problems.push(`npm start: ${started.output.slice(-2_000)}`);
  else {
    const { status } = await fetch(`${started.found[1]}/ready`);
    if (status !== 200) problems.push(`npm start: /ready answered ${status}`);
  }
  await endGroup(started.child);
  const tested = await untilLine(['test'], clone, environment, /^=== lint$/m);
  if (tested.found === null) problems.push(`npm test: ${tested.output.slice(-2_000)}`);
  await endGroup(tested.child);
  return problems;
}

interface Machine {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A home with that Node and npm, and nothing newer in its PATH. Where it cannot be had, why. */
export async function makeMachine(node: string, npmVersion: string, folder: string): Promise<Machine | string> {
  const home = join(folder, `node-${node}`);
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const problem = fetchPackage(`${name}@${node}`, home);
  const npm = fetchNpm(npmVersion, home);
  if (problem !== null) return `Node ${node}: ${problem}`;
  if ('unreachable' in npm) return `npm ${npmVersion}: ${npm.unreachable}`;
  cpSync(join(home, 'node_modules', name, 'bin', 'node'), join(bin, 'node'));
  for (const command of ['npm', 'npx']) {
    const cli = npm.cli.replace(/npm-cli\.js$/, `${command}-cli.js`);
    writeFileSync(join(bin, command), `#!/bin/sh\nexec "${join(bin, 'node')}" "${cli}" "$@"\n`, { mode: 0o755 });
  }
  return { home, environment: { ...foreignEnvironment(), PATH: `${bin}:/usr/local/bin:/usr/bin:/bin` } };
}

interface Watched {
  readonly child: ChildProcess;
  readonly output: string;
  readonly found: RegExpExecArray | null;
}

/** Starts npm in a group of its own and reads along until it has printed what is looked for, has ended, or takes too long. */
function untilLine(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, wanted: RegExp): Promise<Watched> {
  const child = spawn('npm', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  return new Promise((resolve) => {
    const end = () => resolve({ child, output, found: wanted.exec(output) });
    const timer = setTimeout(end, START_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (wanted.test(output)) end();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', end);
    child.on('close', () => {
      clearTimeout(timer);
      end();
    });
  });
}

/** Ends npm and all that it started. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}

async function tryEveryMachine(): Promise<boolean> {
  let failed = 0;
  for (const { node, npm } of MACHINES) {
    const folder = mkdtempSync(join(tmpdir(), 'parts-machine-'));
    const started = Date.now();
    const problems = await tryMachine(node, npm, folder);
    rmSync(folder, { recursive: true, force: true });
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`Node ${node}, npm ${npm}: ${problems.length === 0 ? 'ok' : problems.join('\n')} (${seconds} s)`);
    if (problems.length > 0) failed += 1;
  }
  return failed === 0;
}

if (import.meta.main) {
  const well = process.argv.includes('--lockfile') ? askEveryNpm() : await tryEveryMachine();
  process.exitCode = well ? 0 : 1;
}
