/** Builds the public pages with Astro, in a folder of builds. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import type { SiteContent } from '../../../contract/operations/state.ts';
import type { SiteSettings } from '../../../settings/site.ts';
import { SETTINGS } from '../../../settings/table.ts';
import { BUILD_VARIABLES, type Environment } from '../../../settings/variables.ts';
import { OutOfMemory, runProgram } from '../../platform/child-process/run-program.ts';
import { assertWritable } from '../../platform/files/folder-access.ts';
import { limitTo } from '../../platform/limit-to.ts';
import type { Announce } from '../console/console.ts';
import type { Logo } from './logo.ts';

/** Longest build, milliseconds. */
const TIMEOUT_MS = 180_000;

/** Heap of a build. Left to itself the engine keeps 300 MB of garbage before it looks; many company pages need some of it. */
const FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=2', '--v8-pool-size=1'];
/** The bundler takes most of the memory outside the heap: a thread keeps some of its own, and what is free goes back late. */
const THRIFT = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  UV_THREADPOOL_SIZE: '2',
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
};

/** A line for people: the pages were not built because memory ran out. */
const NO_MEMORY =
  'Страницам не хватило памяти, их сборка прервана. Магазину нужна машина с 1 ГБ памяти. Сборка повторится сама.';

export interface SiteSources {
  /** The project's root folder. */
  readonly root: string;
  readonly environment: Environment;
  /** What the pages are built with. */
  readonly settings: SiteSettings;
  /** The picture that the settings name; null: none. */
  readonly logo: Logo | null;
  /** A line for the person at the console. */
  readonly say: Announce;
}

/** Folder of the site built with this content; builds it when it is not there yet. Throws when the build fails, OutOfMemory with a line for people. */
export async function buildSite(
  { root, environment, settings, logo, say }: SiteSources,
  builds: BuildsFolder,
  content: SiteContent,
  signal: AbortSignal,
): Promise<string> {
  const name = await fingerprint(root, settings, content);
  const found = await builds.find(name);
  if (found) return found;
  say({ kind: 'building' });
  const workshop = await builds.openWorkshop();
  try {
    const made = join(workshop, 'site');
    const contentFile = join(workshop, 'content.json');
    await writeFile(contentFile, JSON.stringify(content));
    // Astro and Vite always write beside the sources. Those may belong to another user, and two builds at once would
    // overwrite each other's files.
    await copySources(root, workshop);
    await symlink(join(root, 'node_modules'), join(workshop, 'node_modules'), 'junction');
    await runProgram({
      command: process.execPath,
      args: [...FLAGS, join(root, 'node_modules/astro/bin/astro.mjs'), 'build'],
      folder: workshop,
      environment: {
        ...withoutSettings(environment),
        ...THRIFT,
        [BUILD_VARIABLES.siteSettings]: JSON.stringify(settings),
        [BUILD_VARIABLES.outFolder]: made,
        [BUILD_VARIABLES.content]: contentFile,
        // Whatever the server runs as, visitors get the small build of React.
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        NO_COLOR: '1',
      },
      expendable: true,
      timeout: TIMEOUT_MS,
      signal,
    });
    if (logo) await writeFile(join(made, logo.shown.src), logo.bytes);
    return await builds.keep(made, name);
  } catch (error) {
    // A full disk is only a text in the output of the program.
    const cause = await assertWritable(workshop).then(
      () => error,
      (full: unknown) => full,
    );
    if (cause instanceof OutOfMemory) throw new OutOfMemory(NO_MEMORY, { cause });
    throw new Error(`the pages could not be built:\n${(error as Error).message}`, { cause });
  } finally {
    // What stays goes with the next start.
    await builds.closeWorkshop(workshop).catch(() => {});
  }
}

/** The build gets its settings as one value, and no secret that its output could show. */
const withoutSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !Object.hasOwn(SETTINGS, name)));

const LENGTH = 16;

/** Name of the build that these sources, settings and contents give: equal ones need no second build. */
async function fingerprint(root: string, settings: SiteSettings, content: SiteContent): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([settings, content]));
  for (const source of SOURCES) await hashTree(hash, root, source);
  return hash.digest('hex').slice(0, LENGTH);
}

async function hashTree(hash: Hash, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
  if (!entries) {
    hash.update(path).update(await readFile(join(root, path)).catch(() => ''));
    return;
  }
  for (const name of entries.map((entry) => entry.name).sort()) await hashTree(hash, root, join(path, name));
}

/**
 * What the built pages are made of, beside the settings and the content. The lockfile stands for the packages; in a
 * release it has another name.
 */
const SOURCES = [
  'src',
  'public',
  'contract',
  'rules',
  'settings',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
];

/** Copies the sources of the pages into another folder: files of its owner, who may remove them, whatever they were before. */
async function copySources(root: string, into: string): Promise<void> {
  for (const source of SOURCES) await copy(join(root, source), join(into, source));
}

async function copy(from: string, to: string): Promise<void> {
  const info = await stat(from).catch(() => null);
  if (!info) return;
  if (info.isFile()) return writeFile(to, await readFile(from));
  await mkdir(to);
  for (const name of await readdir(from)) await copy(join(from, name), join(to, name));
}

/** Builds kept beside the current one: pages that are open ask for their files after a restart too. */
const KEPT = 2;
/** A build or workshop untouched for so long belongs to no running server, milliseconds. */
const ABANDONED_MS = 10 * 60 * 1000;
/** How often a server has to touch what it uses, milliseconds. */
export const TOUCH_INTERVAL_MS = ABANDONED_MS / 5;

const WORKSHOP = /^\.build-(.+)-(\d+)-[\da-f-]{36}$/;

/** Workshops of this process that are in use. */
const own = new Set<string>();

/** The folder of built sites, one sub-folder a build, which several servers may share. */
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
  /** Removes what servers left that died during a build. */
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
