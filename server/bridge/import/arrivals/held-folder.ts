import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceProblem } from './source.ts';

/** Where Linux shows what a process has open: a path through it begins at the folder itself, whatever its name means by now. */
const DESCRIPTORS = '/proc/self/fd';

/** Makes the path of a thing of this name in a folder. */
export type PathIn = (name: string) => string;

/** A folder that is held: whoever puts a link or another folder in its place leads nobody there. */
export interface HeldFolder extends AsyncDisposable {
  /** What it was called when it was found; for people. */
  readonly path: string;
  /** Works in it. Paths are good until the work is over. Throws SourceProblem where another folder has come into its place. */
  use<Of>(work: (at: PathIn) => Promise<Of>): Promise<Of>;
  /** Holds a folder in it. Throws as holdFolder. */
  hold(name: string): Promise<HeldFolder>;
  /** Holds a folder in it, and makes it where there is none. Throws as holdFolder, and what the disk says. */
  make(name: string): Promise<HeldFolder>;
}

/**
 * Holds a folder until it is disposed of. Throws SourceProblem for what is no folder itself: a link to one, a file, nothing.
 * Where descriptors are not shown as paths, its name is looked at before and after each use.
 */
export const holdFolder = (path: string, descriptors = DESCRIPTORS): Promise<HeldFolder> =>
  holdAt(path, path, descriptors);

/** `way` leads there now, `path` is for people. */
async function holdAt(way: string, path: string, descriptors: string): Promise<HeldFolder> {
  try {
    const found = await identityOf(way);
    if (found === null) throw notItself(path);
    const held = (await byDescriptor(way, descriptors)) ?? byName(way, path, found);
    return {
      ...held,
      path,
      hold: (name) => held.use((at) => holdAt(at(name), join(path, name), descriptors)),
      make: (name) =>
        held.use(async (at) => {
          // Not recursive, which would be content with a link.
          await mkdir(at(name)).catch((error: NodeJS.ErrnoException) => {
            if (error.code !== 'EEXIST') throw error;
          });
          return holdAt(at(name), join(path, name), descriptors);
        }),
    };
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new NoFolder(`Нет папки ${path}`);
    throw code === 'ENOTDIR' || code === 'ELOOP'
      ? notItself(path)
      : new SourceProblem(`Папка ${path}: ${code}`);
  }
}

/** There is nothing of this name. */
export class NoFolder extends SourceProblem {}

const notItself = (path: string): SourceProblem =>
  new SourceProblem(
    `${path}\u00a0— ссылка или файл, а\u00a0нужна обычная папка: по\u00a0ссылкам прайс-листы не\u00a0берутся`,
  );

type Held = Pick<HeldFolder, 'use' | typeof Symbol.asyncDispose>;

/** Null where descriptors are not shown as paths. */
async function byDescriptor(way: string, descriptors: string): Promise<Held | null> {
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
  return {
    use: (work) => work((name) => `${own}/${name}`),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

function byName(way: string, path: string, found: string): Held {
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
