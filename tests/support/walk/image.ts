import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type OwnMachine, ownMachine, wayToRegistry } from './machine.ts';

/** What the last stage of a Dockerfile has come to. */
export interface Image {
  readonly machine: OwnMachine;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
}

/** The instructions of a Dockerfile, each on one line, continued lines and comments gone. */
const instructionsOf = (text: string) =>
  text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });

/** `ENV A=1 B=2`. */
const pairsOf = (rest: string) =>
  Object.fromEntries(rest.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));

/**
 * Follows a Dockerfile, instruction by instruction, in folders instead of layers. `node` and `npm` are the programs that its base
 * has; a user `node` of uid 1000 comes with it too.
 */
export async function follow(
  context: string,
  { node, npm }: { readonly node: string; readonly npm: { readonly cli: string; readonly home: string } },
): Promise<Image> {
  const stages = new Map<string, OwnMachine>();
  let machine: OwnMachine | null = null;
  let env: Record<string, string> = {};
  let [cwd, user, command, health] = ['/', 'root', [] as string[], [] as string[]];
  for (const { name, rest } of instructionsOf(readFileSync(join(context, 'deploy/Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [, , stage = 'last'] = rest.split(' ');
      machine = ownMachine([npm.home]);
      stages.set(stage, machine);
      cpSync(node, machine.at('programs/node'));
      machine.program('npm', `exec node '${npm.cli}' "$@"`);
      await succeed(machine, ['useradd', '-o', '-u', '1000', '-U', 'node']);
      [env, cwd, user] = [{}, '/', 'root'];
      continue;
    }
    if (!machine) throw new Error('A Dockerfile begins with FROM');
    if (name === 'WORKDIR') {
      cwd = rest;
      mkdirSync(machine.at(cwd), { recursive: true });
    } else if (name === 'ENV') Object.assign(env, pairsOf(rest));
    else if (name === 'COPY') copy(rest, { context, stages, machine, cwd });
    else if (name === 'RUN')
      await succeed(machine, ['sh', '-c', rest], { cwd, env: { ...wayToRegistry(), HOME: '/root', ...env } });
    else if (name === 'USER') user = rest;
    else if (name === 'CMD') command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') health = JSON.parse(/CMD (.*)$/.exec(rest)?.[1] ?? '[]');
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(name)) throw new Error(`${name} is not followed`);
  }
  if (!machine) throw new Error('A Dockerfile begins with FROM');
  return { machine, env, cwd, user, command, health };
}

async function succeed(machine: OwnMachine, ...call: Parameters<OwnMachine['run']>): Promise<void> {
  const { status, out, problem } = await machine.run(...call);
  if (status !== 0) throw new Error(`${call[0].join(' ')} ended with ${status}: ${out}${problem}`);
}

/** A folder is copied by its contents, a file under its name where the target ends with a slash; one of several patterns may match nothing. */
function copy(
  rest: string,
  to: {
    readonly context: string;
    readonly stages: ReadonlyMap<string, OwnMachine>;
    readonly machine: OwnMachine;
    readonly cwd: string;
  },
): void {
  const words = rest.split(/\s+/);
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  const place = to.machine.at(posix.resolve(to.cwd, target));
  const from = (path: string) =>
    stage === undefined ? join(to.context, path) : (to.stages.get(stage)?.at(path) ?? '');
  for (const word of words) {
    const found = globSync(from(word));
    if (found.length === 0 && !/[*?[]/.test(word)) throw new Error(`COPY ${rest}: there is no ${word}`);
    for (const path of found) {
      const isFolder = statSync(path).isDirectory();
      if (isFolder || /\/$/.test(target)) mkdirSync(place, { recursive: true });
      if (!existsSync(join(place, '..'))) mkdirSync(join(place, '..'), { recursive: true });
      execFileSync('cp', ['-a', isFolder ? `${path}/.` : path, place]);
    }
  }
  // Docker copies as root.
  execFileSync('chown', ['-R', '0:0', place]);
}
