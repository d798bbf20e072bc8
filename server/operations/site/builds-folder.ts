// The folder of built sites, which several servers may share.
import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { limitTo } from '../../platform/limit-to.ts';

/** Builds kept beside the current one: pages that are open ask for their files after a restart too. */
const KEPT = 2;
/** A build or workshop untouched for so long belongs to no running server, milliseconds. */
const ABANDONED_MS = 10 * 60 * 1000;
/** How often a server has to touch what it uses, milliseconds. */
export const TOUCH_INTERVAL_MS = ABANDONED_MS / 5;

const WORKSHOP = /^\.build-(.+)-(\d+)-[\da-f-]{36}$/;

/** Workshops of this process that are in use. */
const own = new Set<string>();

export interface BuildsFolder {
  /** The build of this name, touched; null when there is none. */
  find(name: string): Promise<string | null>;
  /** Finished builds, the one used last first. */
  list(): Promise<string[]>;
  /** A new empty folder for a build under way. A server that dies leaves it to the next start. */
  openWorkshop(): Promise<string>;
  closeWorkshop(path: string): Promise<void>;
  /** Moves what was built under its name; of two servers with equal builds the first wins. */
  keep(made: string, name: string): Promise<string>;
  /** Marks a build as in use for other servers and removes unneeded ones. */
  tidy(current: string): Promise<void>;
  removeLeftovers(): Promise<void>;
}

/** Opens the folder, which need not exist; when its builds were used goes by the clock, milliseconds since the epoch. */
export function openBuildsFolder(folder: string, clock: () => number): BuildsFolder {
  const touch = (path: string) => {
    const now = new Date(clock());
    return utimes(path, now, now);
  };
  /** A build that is looked for must not be removed between its touch and its loading. */
  const inTurn = limitTo(1);
  let claimed = '';
  const find = (name: string) =>
    inTurn(async () => {
      const path = join(folder, name);
      claimed = path;
      return touch(path).then(
        () => path,
        () => null,
      );
    });
  const byUse = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
    const times = await Promise.all(names.map((name) => touchedAt(join(folder, name))));
    return names
      .map((name, index) => ({ path: join(folder, name), time: times[index] ?? 0 }))
      .sort((a, b) => b.time - a.time);
  };
  return {
    find,
    list: async () => (await byUse()).map(({ path }) => path),
    async openWorkshop() {
      const path = join(folder, `.build-${hostname()}-${process.pid}-${randomUUID()}`);
      own.add(path);
      await mkdir(path, { recursive: true });
      return path;
    },
    async closeWorkshop(path) {
      own.delete(path);
      await rm(path, { recursive: true, force: true });
    },
    keep: (made, name) =>
      inTurn(async () => {
        const path = join(folder, name);
        claimed = path;
        await rename(made, path).catch(() => access(path));
        await touch(path);
        return path;
      }),
    async tidy(current) {
      await touch(current).catch(() => {});
      const aside = await inTurn(async () => {
        const others = (await byUse()).filter(({ path }) => path !== current && path !== claimed);
        const aged = others.slice(KEPT).filter(({ time }) => clock() - time > ABANDONED_MS);
        return Promise.all(aged.map(({ path }) => setAside(path)));
      });
      for (const path of aside) await rm(path, { recursive: true, force: true });
    },
    async removeLeftovers() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        if (await isLeftOver(name, path, clock())) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

/** Moves a build away at once: another server finds it whole or not at all. A crash then leaves a workshop. */
async function setAside(path: string): Promise<string> {
  const aside = join(dirname(path), `.build-${hostname()}-${process.pid}-${randomUUID()}`);
  await rename(path, aside).catch(() => {});
  return aside;
}

const touchedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Whether a workshop's server is gone; that of another machine is known by its age alone. */
async function isLeftOver(name: string, path: string, now: number): Promise<boolean> {
  const [, host, pid] = WORKSHOP.exec(name) ?? [];
  if (!host || own.has(path)) return false;
  if (host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true;
  return now - (await touchedAt(path)) > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
