import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian and its like put the programs of each version of the server, of which only clients are on PATH. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of an installed PostgreSQL server, the newest version first; null where there is none. */
export function serverPrograms(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = [
    ...versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const holds = (folder: string) =>
    ['initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(folder, name)));
  return folders.find(holds) ?? null;
}

/** As whom the programs run. */
export interface Runner {
  readonly uid?: number;
  readonly gid?: number;
}

/** The server refuses to be run by root: for root it is another user of this machine. Null where there is none. */
export function unprivileged(): Runner | null {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}
