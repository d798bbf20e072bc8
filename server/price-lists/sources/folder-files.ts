// Finds, copies and moves files of a watched folder safely, where other programs may replace them or put links in
// their place.
import { type BigIntStats, constants, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { SourceProblem } from './source.ts';

/** A file as it was found in a folder. */
export interface FoundFile {
  readonly name: string;
  readonly bytes: number;
  /** Nanoseconds since the epoch. */
  readonly changedAt: bigint;
  /** Which file it is, whatever it is called. */
  readonly identity: string;
}

/** `changed`: another file by now or written to; `linked`: several names; `unreadable`: may not be opened. */
type Copied = 'copied' | 'changed' | 'linked' | 'unreadable';

/** Neither a link is followed nor a pipe waited for; Windows knows neither flag. */
const ITSELF = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** What opening says of a thing that is gone, a link, a socket or a folder by now, and of one that is shut. */
const NOT_OPENED: Readonly<Record<string, Copied>> = {
  ENOENT: 'changed',
  ELOOP: 'changed',
  ENXIO: 'changed',
  EISDIR: 'changed',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
};

/** The files of a folder that `isWanted` by name, the oldest first; links, folders and pipes are none. */
export const filesIn = (folder: OpenFolder, isWanted: (name: string) => boolean): Promise<FoundFile[]> =>
  folder.use(async (at) => {
    const files: FoundFile[] = [];
    for (const name of (await readdir(at('.'))).filter(isWanted)) {
      const stats = await lstat(at(name), { bigint: true }).catch(() => null);
      if (stats?.isFile()) files.push(foundAs(name, stats));
    }
    return files.sort((a, b) => Number(a.changedAt - b.changedAt));
  });

const foundAs = (name: string, { dev, ino, size, mtimeNs }: BigIntStats): FoundFile => ({
  name,
  bytes: Number(size),
  changedAt: mtimeNs,
  identity: `${dev}:${ino}`,
});

/** Whether it is the same file with the same content, by inode, size and time of change. */
export const isSame = (a: FoundFile, b: FoundFile): boolean =>
  a.identity === b.identity && a.bytes === b.bytes && a.changedAt === b.changedAt;

const isFound = (file: FoundFile, stats: BigIntStats): boolean =>
  stats.isFile() && isSame(file, foundAs(file.name, stats));

const isStill = (folder: OpenFolder, file: FoundFile): Promise<boolean> =>
  folder.use(async (at) => {
    const stats = await lstat(at(file.name), { bigint: true }).catch(() => null);
    return stats !== null && isFound(file, stats);
  });

/**
 * Copies a file to a path that is still free, and no more of it than was found; what is not `copied` may have left a part there.
 * A file with several hard links is not copied: its author may have no right to read it under another name. Throws what
 * the disk says.
 */
export const copyFound = (folder: OpenFolder, file: FoundFile, target: string, signal?: AbortSignal): Promise<Copied> =>
  folder.use(async (at) => {
    const opened = await open(at(file.name), ITSELF).catch(notOpened);
    if (typeof opened === 'string') return opened;
    await using handle = opened;
    const before = await handle.stat({ bigint: true });
    if (!isFound(file, before)) return 'changed';
    if (before.nlink > 1n) return 'linked';
    const content = handle.createReadStream({ end: file.bytes - 1, autoClose: false });
    await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
    return isFound(file, await handle.stat({ bigint: true })) ? 'copied' : 'changed';
  });

function notOpened(error: NodeJS.ErrnoException): Copied {
  const known = NOT_OPENED[error.code ?? ''];
  if (known) return known;
  throw error;
}

/** Moves under the first free of `a.csv`, `a (2).csv`, …; a changed file stays. Throws what the disk says. */
export async function moveFound(from: OpenFolder, to: OpenFolder, file: FoundFile): Promise<void> {
  if (!(await isStill(from, file))) return;
  const name = await reserve(to, file.name);
  try {
    await from.use((at) => to.use((into) => rename(at(file.name), into(name))));
  } catch (error) {
    await to.use((into) => rm(into(name), { force: true }));
    if (!(await isStill(from, file))) return;
    const isAcross = (error as NodeJS.ErrnoException).code === 'EXDEV';
    if (!isAcross || !(await moveAcross(from, to, file, name))) throw error;
  }
}

/** Takes a name by an empty file, which the moved one replaces: a name that was only found free may be taken meanwhile. */
async function reserve(folder: OpenFolder, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem} (${number})${ending}`;
    try {
      await folder.use(async (at) => (await open(at(free), 'wx', 0o600)).close());
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Moves a file to another disk; false for one that is not copied there: it is too large, or has several names. */
async function moveAcross(from: OpenFolder, to: OpenFolder, file: FoundFile, name: string): Promise<boolean> {
  if (file.bytes > PRICE_FILE_MAX) return false;
  const came = await to.use(async (into) => {
    let copied: Copied | null = null;
    try {
      copied = await copyFound(from, file, into(name));
      return copied;
    } finally {
      if (copied !== 'copied') await rm(into(name), { force: true });
    }
  });
  if (came === 'copied' && (await isStill(from, file))) await from.use((at) => rm(at(file.name)));
  return came === 'copied' || came === 'changed';
}

/** Where Linux shows what a process has open: a path through it begins at the folder itself, whatever its name means by now. */
const DESCRIPTORS = '/proc/self/fd';

type PathIn = (name: string) => string;

/** An open folder: a link or another folder put in its place later is not followed. */
export interface OpenFolder extends AsyncDisposable {
  /** What it was called when it was found; for people. */
  readonly path: string;
  /** Works in it. Paths are good until the work is over. Throws SourceProblem where another folder has come into its place. */
  use<Of>(work: (at: PathIn) => Promise<Of>): Promise<Of>;
  /** Holds a folder in it. Throws as openFolder. */
  hold(name: string): Promise<OpenFolder>;
  /** Holds a folder in it, and makes it where there is none. Throws as openFolder, and what the disk says. */
  make(name: string): Promise<OpenFolder>;
}

/** Holds a folder until disposed; without /proc its name is checked. Throws SourceProblem for a link or a file. */
export const openFolder = (path: string, descriptors = DESCRIPTORS): Promise<OpenFolder> =>
  openAt(path, path, descriptors);

/** `way` leads there now, `path` is for people. */
async function openAt(way: string, path: string, descriptors: string): Promise<OpenFolder> {
  try {
    const found = await identityOf(way);
    if (found === null) throw notItself(path);
    const held = (await byDescriptor(way, descriptors)) ?? byName(way, path, found);
    return {
      ...held,
      path,
      hold: (name) => held.use((at) => openAt(at(name), join(path, name), descriptors)),
      make: (name) =>
        held.use(async (at) => {
          // Not recursive, which would be content with a link.
          await mkdir(at(name)).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'EEXIST') throw error;
          });
          return openAt(at(name), join(path, name), descriptors);
        }),
    };
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new NoFolder(`Нет папки ${path}`);
    throw code === 'ENOTDIR' || code === 'ELOOP' ? notItself(path) : new SourceProblem(`Папка ${path}: ${code}`);
  }
}

/** There is nothing of this name. */
export class NoFolder extends SourceProblem {}

const notItself = (path: string): SourceProblem =>
  new SourceProblem(`${path} — ссылка или файл, а нужна обычная папка: по ссылкам прайсы не берутся`);

type OpenedFolder = Pick<OpenFolder, 'use' | typeof Symbol.asyncDispose>;

/** Null where descriptors are not shown as paths. */
async function byDescriptor(way: string, descriptors: string): Promise<OpenedFolder | null> {
  // Windows has neither flag.
  if (!constants.O_DIRECTORY || !constants.O_NOFOLLOW) return null;
  const handle = await open(way, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const own = `${descriptors}/${handle.fd}`;
  const [{ dev, ino }, shown] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(`${own}/.`, { bigint: true }).catch(() => null),
  ]);
  if (shown?.dev !== dev || shown.ino !== ino) {
    await handle.close();
    return null;
  }
  return { use: (work) => work((name) => `${own}/${name}`), [Symbol.asyncDispose]: () => handle.close() };
}

function byName(way: string, path: string, found: string): OpenedFolder {
  const look = async () => {
    if ((await identityOf(way)) !== found) throw new SourceProblem(`Папка ${path} подменена другой`);
  };
  return {
    async use(work) {
      await look();
      const made = await work((name) => join(way, name));
      await look();
      return made;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Which folder it is; null for what is none. */
async function identityOf(way: string): Promise<string | null> {
  const found = await lstat(way, { bigint: true });
  return found.isDirectory() ? `${found.dev}:${found.ino}` : null;
}
