// Takes price lists from a watched folder and moves them to `done` or `failed` afterwards. Work with single files is
// in folder-files.ts.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { isFolderName } from '../../../rules/price-lists/source-place.ts';
import { shownFileName } from '../../platform/http/upload.ts';
import * as folderFiles from './folder-files.ts';
import { type Checker, givenText, type KindOfSource, type Reception, SourceProblem } from './source.ts';

/** A file that is the same after this time has been written to its end, where nothing else is set, ms. */
const SETTLED_MS = 3_000;
/** Files that programs write before they give them their name. */
const UNFINISHED = /^[.~]|\.(?:part|partial|tmp|crdownload|download|filepart)$/iu;
const FILES_MAX = 100;

/**
 * Takes the price lists of a folder, the oldest first. One that is still being written is left alone; a taken one moves to
 * `done`, an unreadable one to `failed`. Other programs may write there: links that they put there are not followed. A file
 * that cannot be read or moved is reported as a problem until it is gone.
 */
const folderChecker =
  (descriptors?: string): Checker<'folder'> =>
  async ({ settings, incomingFolder }, { settings: { folder }, mark }, reception) => {
    const { importFolder, settledMs = SETTLED_MS } = settings;
    if (importFolder === '') throw new SourceProblem('Папка для прайсов не задана (настройка IMPORT_DIR)');
    if (!isFolderName(folder)) throw new SourceProblem(`Недопустимое имя папки: ${folder}`);
    await using home = await folderFiles.openFolder(join(importFolder, folder), descriptors);
    const handled = await handledFilesOf(home, mark, reception);
    const fresh = await handled.setAside(await folderFiles.filesIn(home, isFinished));
    const before = fresh.filter(({ bytes }) => bytes > 0).slice(0, FILES_MAX);
    const unread: string[] = [];
    if (before.length > 0) {
      await pause(settledMs, null, { signal: reception.signal });
      const after = new Map((await folderFiles.filesIn(home, isFinished)).map((file) => [file.name, file]));
      for (const file of before) {
        const now = after.get(file.name);
        if (!now || !folderFiles.isSame(now, file)) continue;
        reception.signal.throwIfAborted();
        // What could not be remembered would be imported at every look.
        if (handled.isFull()) break;
        const came = await takeFile(home, file, incomingFolder, reception);
        if (came === 'unreadable') unread.push(typographed(`Файл «${shownFileName(file.name)}» не читается: нет прав`));
        else if (came !== 'changed') await handled.putAway(file, came);
      }
    }
    const problems = [handled.problem(), ...unread.slice(0, 1)].filter((problem) => problem !== null);
    if (problems.length > 0) throw new SourceProblem(problems.join('\n'));
  };

/** `descriptors` is the folder of open files, where it is not that of the system. */
export const folderKind = (descriptors?: string): KindOfSource<'folder'> => ({
  read: (given) => {
    const folder = givenText(given.folder);
    return isFolderName(folder) ? { folder } : null;
  },
  check: folderChecker(descriptors),
});

const isFinished = (name: string): boolean => !UNFINISHED.test(name);

/** Imports a copy, which does not change when the file is written again; resolves to the folder where the file belongs now. */
async function takeFile(
  home: folderFiles.OpenFolder,
  file: folderFiles.FoundFile,
  incomingFolder: string,
  reception: Reception,
): Promise<Place | 'changed' | 'unreadable'> {
  const { bytes } = file;
  const name = shownFileName(file.name) || 'price';
  const refuse = async (reason: string): Promise<Place> => {
    await reception.ignore({ name, bytes }, reason);
    return 'failed';
  };
  if (bytes > PRICE_FILE_MAX) return refuse('Файл слишком велик');
  const copy = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
  await mkdir(incomingFolder, { recursive: true });
  try {
    const came = await folderFiles.copyFound(home, file, copy, reception.signal);
    if (came === 'linked')
      return await refuse(typographed('У файла есть второе имя (жёсткая ссылка): такие файлы не берутся'));
    if (came !== 'copied') return came;
    return (await reception.take({ path: copy, name, bytes, madeAt: Number(file.changedAt / 1_000_000n) })) === 'failed'
      ? 'failed'
      : 'done';
  } finally {
    await rm(copy, { force: true });
  }
}

/** As many that cannot be moved are remembered; a folder with more of them has nothing new taken. */
const UNMOVED_MAX = 100;

const PLACES = ['done', 'failed'] as const;
type Place = (typeof PLACES)[number];

/** Handled files move away; what cannot be moved is remembered in the mark of its source. Throws SourceProblem. */
async function handledFilesOf(home: folderFiles.OpenFolder, mark: string | null, reception: Pick<Reception, 'mark'>) {
  for (const place of PLACES) await refuseFalse(home, place);
  const unmoved = new Map<string, Place>(mark === null ? [] : Object.entries(JSON.parse(mark)));
  let kept = mark ?? '{}';
  const failures: string[] = [];

  /** Kept at once: a crash at a later file must not have this one imported again. */
  async function keep(): Promise<void> {
    const now = JSON.stringify(Object.fromEntries(unmoved));
    if (now !== kept) await reception.mark(now);
    kept = now;
  }

  async function putAway(file: folderFiles.FoundFile, place: Place): Promise<void> {
    const failure = await tryMove(home, place, file);
    if (failure === null) unmoved.delete(keyOf(file));
    else {
      unmoved.set(keyOf(file), place);
      failures.push(typographed(`«${shownFileName(file.name)}» в «${place}» (${failure})`));
    }
    await keep();
  }

  return {
    /** Moves again what could not be moved before, and resolves to the files that have not been handled. */
    async setAside(files: readonly folderFiles.FoundFile[]) {
      const there = new Set(files.map(keyOf));
      for (const key of unmoved.keys()) if (!there.has(key)) unmoved.delete(key);
      await keep();
      const fresh: folderFiles.FoundFile[] = [];
      for (const file of files) {
        const place = unmoved.get(keyOf(file));
        if (place) await putAway(file, place);
        else fresh.push(file);
      }
      return fresh;
    },
    putAway,
    isFull: () => unmoved.size >= UNMOVED_MAX,
    /** What could not be moved, in words; null when everything was. */
    problem() {
      const [first] = failures;
      if (first === undefined) return null;
      const stop = typographed(unmoved.size >= UNMOVED_MAX ? ' Новые файлы пока не берутся.' : '');
      return typographed(
        `Не переносится файлов: ${failures.length}, первый — ${first}. Они обработаны и снова не берутся, пока не изменятся.${stop} Проверьте права на папку`,
      );
    },
  };
}

async function refuseFalse(home: folderFiles.OpenFolder, place: Place): Promise<void> {
  try {
    await using _ = await home.hold(place);
  } catch (error) {
    // It is made when something has to go there.
    if (!(error instanceof folderFiles.NoFolder)) throw error;
  }
}

/** Why a file could not be moved; null when it was. */
async function tryMove(home: folderFiles.OpenFolder, place: Place, file: folderFiles.FoundFile) {
  try {
    await using target = await home.make(place);
    await folderFiles.moveFound(home, target, file);
    return null;
  } catch (error) {
    if (error instanceof SourceProblem) return error.message;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
}

/** Of one length however long the name is. Which file it is by number is left out: some disks count anew at each mount. */
const keyOf = ({ name, bytes, changedAt }: folderFiles.FoundFile): string =>
  createHash('sha256').update(`${bytes}/${changedAt}/${name}`).digest('base64url').slice(0, 22);
