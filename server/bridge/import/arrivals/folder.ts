import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PRICE_FILE_MAX } from '../../../../contract/limits.ts';
import { isFolderName } from '../../../../rules/source-place.ts';
import { shownFileName } from '../../../http/upload.ts';
import type { Checker, Reception } from './checker.ts';
import { copyFound, type FoundFile, filesIn, isSame } from './found-files.ts';
import { handledFilesOf, type Place } from './handled-files.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import { type Source, SourceProblem } from './source.ts';

/** A file that is the same after this time has been written to its end, where nothing else is set, ms. */
const SETTLED_MS = 3_000;
/** Files that programs write before they give them their name. */
const UNFINISHED = /^[.~]|\.(?:part|partial|tmp|crdownload|download|filepart)$/iu;
const FILES_MAX = 100;

type FolderSource = Extract<Source, { kind: 'folder' }>;

/**
 * Takes the price lists of a folder, the oldest first. One that is still being written is left alone; what was taken moves to
 * `done`, what cannot be read to `failed`. Others may write there: nothing that they put into it leads out of it. What cannot
 * be read or moved is told as a problem for as long as it lies there.
 */
export const folderChecker =
  (descriptors?: string): Checker<FolderSource> =>
  async ({ settings, incomingFolder }, { settings: { folder }, mark }, reception) => {
    const { importFolder, settledMs = SETTLED_MS } = settings;
    if (importFolder === '')
      throw new SourceProblem('Папка для прайс-листов не\u00a0задана (настройка IMPORT_DIR)');
    if (!isFolderName(folder)) throw new SourceProblem(`Недопустимое имя папки: ${folder}`);
    await using home = await holdFolder(join(importFolder, folder), descriptors);
    const handled = await handledFilesOf(home, mark, reception);
    const fresh = await handled.setAside(await filesIn(home, isFinished));
    const before = fresh.filter(({ bytes }) => bytes > 0).slice(0, FILES_MAX);
    const unread: string[] = [];
    if (before.length > 0) {
      await pause(settledMs, null, { signal: reception.signal });
      const after = new Map((await filesIn(home, isFinished)).map((file) => [file.name, file]));
      for (const file of before) {
        const now = after.get(file.name);
        if (!now || !isSame(now, file)) continue;
        reception.signal.throwIfAborted();
        // What could not be remembered would be imported at every look.
        if (handled.isFull()) break;
        const came = await takeFile(home, file, incomingFolder, reception);
        if (came === 'unreadable')
          unread.push(`Файл «${shownFileName(file.name)}» не\u00a0читается: нет прав`);
        else if (came !== 'changed') await handled.putAway(file, came);
      }
    }
    const problems = [handled.problem(), ...unread.slice(0, 1)].filter((problem) => problem !== null);
    if (problems.length > 0) throw new SourceProblem(problems.join('\n'));
  };

const isFinished = (name: string): boolean => !UNFINISHED.test(name);

/** Takes a copy: what is imported and kept must not change when somebody writes into the file again. Where the file belongs now. */
async function takeFile(
  home: HeldFolder,
  file: FoundFile,
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
    const came = await copyFound(home, file, copy, reception.signal);
    if (came === 'linked')
      return await refuse('У\u00a0файла есть второе имя (жёсткая ссылка): такие файлы не\u00a0берутся');
    if (came !== 'copied') return came;
    return (await reception.take({ path: copy, name, bytes })) === 'failed' ? 'failed' : 'done';
  } finally {
    await rm(copy, { force: true });
  }
}
