import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivalState } from '../../../../contract/import-sources.ts';
import { PRICE_FILE_MAX } from '../../../../contract/limits.ts';
import { isFolderName } from '../../../../rules/source-place.ts';
import type { Checker, Reception } from './checker.ts';
import { type Source, SourceProblem } from './source.ts';

/** A file that is the same after this time has been written to its end, ms. */
const SETTLED_MS = 3_000;
const DONE = 'done';
const FAILED = 'failed';
/** Files that programs write before they give them their name. */
const UNFINISHED = /^[.~]|\.(?:part|partial|tmp|crdownload|download|filepart)$/iu;
const FILES_MAX = 100;

type FolderSource = Extract<Source, { kind: 'folder' }>;

/**
 * Takes the price lists of a folder, the oldest first. One that is still being written is left alone; what was taken moves to
 * `done`, what cannot be read to `failed`.
 */
export const folderChecker =
  (settledMs = SETTLED_MS): Checker<FolderSource> =>
  async ({ settings, incomingFolder }, { settings: { folder } }, reception) => {
    if (settings.importFolder === '')
      throw new SourceProblem('Папка для прайс-листов не\u00a0задана (настройка IMPORT_DIR)');
    if (!isFolderName(folder)) throw new SourceProblem(`Недопустимое имя папки: ${folder}`);
    const home = join(settings.importFolder, folder);
    const before = await filesOf(home);
    if (before.length === 0) return;
    await pause(settledMs, null, { signal: reception.signal });
    const after = new Map((await filesOf(home)).map((file) => [file.name, file]));
    for (const file of before) {
      const now = after.get(file.name);
      if (!now || now.bytes !== file.bytes || now.changedAt !== file.changedAt || file.bytes === 0) continue;
      reception.signal.throwIfAborted();
      if (file.bytes > PRICE_FILE_MAX) {
        await reception.ignore(file, 'Файл слишком велик');
        await moveTo(home, FAILED, file.name);
        continue;
      }
      const state = await takeCopy(incomingFolder, file, reception);
      await moveTo(home, state === 'failed' ? FAILED : DONE, file.name);
    }
  };

/** What is imported and kept must not change when somebody writes into the file again. */
async function takeCopy(
  incomingFolder: string,
  { path, name, bytes }: FolderFile,
  reception: Reception,
): Promise<ArrivalState> {
  const copy = join(incomingFolder, `${process.pid}-${randomUUID()}.part`);
  await mkdir(incomingFolder, { recursive: true });
  try {
    await copyFile(path, copy);
    return await reception.take({ path: copy, name, bytes });
  } finally {
    await rm(copy, { force: true });
  }
}

interface FolderFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly changedAt: number;
}

async function filesOf(home: string): Promise<FolderFile[]> {
  const names = await readdir(home).catch((error: NodeJS.ErrnoException) => {
    throw new SourceProblem(error.code === 'ENOENT' ? `Нет папки ${home}` : `Папка ${home}: ${error.code}`);
  });
  const files: FolderFile[] = [];
  for (const name of names) {
    if (UNFINISHED.test(name)) continue;
    const path = join(home, name);
    const found = await lstat(path).catch(() => null);
    // A link could lead anywhere.
    if (found?.isFile()) files.push({ path, name, bytes: found.size, changedAt: found.mtimeMs });
  }
  return files.sort((a, b) => a.changedAt - b.changedAt).slice(0, FILES_MAX);
}

/** Moves a handled file; one of the same name there before stays. */
async function moveTo(home: string, folder: string, name: string): Promise<void> {
  const target = join(home, folder);
  await mkdir(target, { recursive: true });
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; ; number += 1) {
    const free = join(target, number === 1 ? name : `${stem} (${number})${ending}`);
    try {
      await copyFile(join(home, name), free, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await rm(join(home, name));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
