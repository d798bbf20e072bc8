import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Runner, serverPrograms, unprivileged } from './programs.ts';

const exec = promisify(execFile);

/** One server of a cluster. */
export interface Server {
  /** Its database, for a user that may do everything. */
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** `fast` ends connections and writes everything; `immediate` is as good as a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Makes a primary of a replica; resolves when it takes changes. */
  promote(): Promise<void>;
}

/** A primary and a replica that streams from it, on free ports of 127.0.0.1, in a folder of their own. */
export interface Cluster {
  readonly primary: Server;
  readonly replica: Server;
  /** Stops both and removes everything. The end of this process does the same, however it comes about. */
  remove(): Promise<void>;
}

/** Nothing here survives the machine, so nothing is made durable; a server that crashes finds what it has written. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  shared_buffers: '128MB',
  wal_keep_size: '256MB',
  max_wal_size: '2GB',
  hot_standby_feedback: 'on',
  log_min_messages: 'fatal',
};

const USER = 'shop';

/** Starts a cluster of the installed server; null where none is installed or may be run. */
export async function startCluster(): Promise<Cluster | null> {
  const programs = serverPrograms();
  const runner = unprivileged();
  if (!programs || !runner) return null;
  const folder = mkdtempSync(join(tmpdir(), 'parts-postgres-'));
  if (runner.uid !== undefined && runner.gid !== undefined) chownSync(folder, runner.uid, runner.gid);
  const remove = keep(folder, programs, runner);
  const run = async (program: string, ...args: string[]) =>
    void (await exec(join(programs, program), args, { ...runner, cwd: folder, env: { PATH: process.env.PATH } }));
  const server = async (name: string): Promise<Server> => {
    const port = await freePort();
    const data = join(folder, name);
    const settings = { ...SETTINGS, port, unix_socket_directories: folder };
    const options = Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`);
    const log = join(folder, `${name}.log`);
    return {
      url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
      port,
      start: () => run('pg_ctl', 'start', '-w', '-s', '-D', data, '-l', log, '-o', options.join(' ')),
      stop: (how) => run('pg_ctl', 'stop', '-w', '-s', '-D', data, '-m', how),
      promote: () => run('pg_ctl', 'promote', '-w', '-s', '-D', data),
    };
  };
  try {
    const [primary, replica] = [await server('primary'), await server('replica')];
    const database = ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
    await run('initdb', '-A', 'trust', '-U', USER, ...database, '-D', join(folder, 'primary'));
    await primary.start();
    const copied = ['--no-sync', '-X', 'stream', '-c', 'fast', '-R', '-d', primary.url];
    await run('pg_basebackup', ...copied, '-D', join(folder, 'replica'));
    await replica.start();
    return { primary, replica, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * A watcher that waits for the end of this process, also of a killed one, to stop what runs in the folder and to
 * remove it. Returns how to have it done now.
 */
function keep(folder: string, programs: string, runner: Runner): () => Promise<void> {
  const script = `cat > /dev/null
    for data in "$1"/*/; do "$2"/pg_ctl stop -s -D "$data" -m immediate; done
    rm -rf "$1"`;
  const keeper = spawn('/bin/sh', ['-c', script, 'keeper', folder, programs], {
    ...runner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  const ended = once(keeper, 'exit');
  return async () => {
    keeper.ref();
    keeper.stdin.end();
    await ended;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
