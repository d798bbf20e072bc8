import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

type Environment = Readonly<Record<string, string>>;

/** How something is run: as whom, with which environment and nothing else, where, and what it may write. */
export interface Way {
  readonly user?: string;
  readonly env?: Environment;
  readonly cwd?: string;
  /** Everything but these folders is read-only then, /tmp is empty, and there are no homes. */
  readonly writes?: readonly string[];
  readonly umask?: string;
}

export interface Outcome {
  readonly status: number | string;
  readonly out: string;
  readonly problem: string;
}

export interface Running {
  readonly origin: string;
  /** All that it has said so far. */
  said(): string;
  /** SIGTERM, and the code with which it ends. */
  stop(): Promise<number | null>;
}

/** A machine with the programs of this one and with folders, users and settings of its own. */
export interface OwnMachine {
  /** The path here of a path there. */
  at(path: string): string;
  run(words: readonly string[], way?: Way): Promise<Outcome>;
  /** Starts a server and waits for the line with its address. */
  start(words: readonly string[], way?: Way): Promise<Running>;
  /** Puts a program of a few lines of sh into /usr/local/bin. */
  program(name: string, lines: string): void;
}

/** Why there can be no such machine here; null: there can. */
export function machineProblem(): string | null {
  if (process.platform !== 'linux') return 'only Linux has name spaces of mounts';
  if (process.getuid?.() !== 0) return 'only root may mount';
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return tried.status === 0 ? null : 'mounts are not allowed here';
}

/** Environment variables that a registry is reached by: proxies and certificates. */
export const wayToRegistry = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      /^(https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs|ssl_cert_\w+)$/i.test(name)
        ? [[name, value]]
        : [],
    ),
  );

/** Where programs are, on such a machine. */
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Makes the machine of folders that are gone after the test: each call gets its mounts in a name space of its own and begins
 * there by `chroot`. `borrowed` are paths that are the same there as here.
 */
export function ownMachine(borrowed: readonly string[] = []): OwnMachine {
  const root = mkdtempSync(join(tmpdir(), 'parts-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const at = (path: string) => join(root, path);
  const bound = ['/usr', '/dev', '/proc', ...borrowed];
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(`/${name}`)) {
      if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), at(name));
      else bound.push(`/${name}`);
    }
  // npm finds its registry, by the certificates that this machine trusts, and what it has fetched before.
  const ofNpm = ['.npmrc', '.npm'].map((name) => join(homedir(), name));
  for (const path of [...ofNpm, ...Object.values(wayToRegistry())])
    if (path.startsWith('/') && !/^\/(etc|usr)\//.test(path) && existsSync(path)) bound.push(path);
  for (const path of bound)
    if (lstatSync(path).isDirectory()) mkdirSync(at(path), { recursive: true });
    else {
      mkdirSync(join(at(path), '..'), { recursive: true });
      appendFileSync(at(path), '');
    }
  for (const path of ['home', 'programs', 'root', 'run', 'srv', 'var/backups', 'var/lib', 'var/log', 'var/tmp'])
    mkdirSync(at(path), { recursive: true });
  mkdirSync(at('tmp'), { recursive: true });
  for (const path of ['tmp', 'var/tmp']) chmodSync(at(path), 0o1777);
  execFileSync('cp', ['-a', '/etc', root]);
  execFileSync('cp', ['-L', '--remove-destination', '/etc/resolv.conf', at('etc/resolv.conf')]);

  const mounts = [
    'set -e',
    `mount --bind '${root}' '${root}'`,
    `cd '${root}'`,
    ...bound.map((path) => `mount --rbind '${path}' '.${path}'`),
    'mount --bind ./programs ./usr/local/bin',
  ];
  /** The words that become those there, each by `exec`, so that a signal meets the program itself. */
  const wordsOf = (words: readonly string[], { user, env, cwd = '/', writes, umask = '022' }: Way): string[] => {
    const closed = writes && [
      ...writes.map((path) => `mount --bind '.${path}' '.${path}'`),
      'for place in $(awk -v root="$PWD" \'index($5, root) == 1 { print $5 }\' /proc/self/mountinfo); do',
      `  case "\${place#$PWD}" in ${['/dev*', '/proc*', ...writes].join('|')}) ;; *) mount -o remount,bind,ro "$place" ;; esac`,
      'done',
      'for place in tmp var/tmp; do mount -t tmpfs -o mode=1777 none $place; done',
      'for place in home root; do mount -t tmpfs -o mode=0,ro none $place; done',
    ];
    const nobodySpecial = user
      ? `setpriv --reuid=${user} --regid=${user} --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all --`
      : '';
    const script = [
      ...mounts,
      ...(closed ?? []),
      `exec chroot . /bin/sh -c 'cd "$1" && umask ${umask} && shift && exec ${nobodySpecial} "$@"' sh "$@"`,
    ];
    const set = Object.entries({ PATH, ...env }).map(([name, value]) => `${name}=${value}`);
    return ['--mount', 'sh', '-c', script.join('\n'), 'sh', cwd, 'env', '-i', ...set, ...words];
  };

  return {
    at,
    run: (words, way = {}) =>
      new Promise((resolve) => {
        const child = execFile('unshare', wordsOf(words, way), (error, out, problem) =>
          resolve({ status: error?.code ?? 0, out, problem }),
        );
        // A command that reads a password waits for the end of what is piped in.
        child.stdin?.end();
      }),
    start: (words, way = {}) => watch(spawn('unshare', wordsOf(words, way), { stdio: ['ignore', 'pipe', 'pipe'] })),
    program(name, lines) {
      writeFileSync(at(`programs/${name}`), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    },
  };
}

async function watch(child: ChildProcess): Promise<Running> {
  let said = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    return ended;
  };
  onTestFinished(async () => {
    await stop();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  if (!child.stdout) throw new Error('A server has an output');
  const origin = await new Promise<string | null>((resolve) => {
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      said += `${line}\n`;
      const [, address] = /^Open (\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
    lines.on('close', () => resolve(null));
  });
  if (origin === null) throw new Error(`It ended with ${await ended}: ${said}`);
  return { origin, said: () => said, stop };
}
