// Price lists as they were read: each file is read once, in a child process, into a staged file that the guess, every
// check and the import work on.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '../../../contract/limits.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { modulesOf } from '../../platform/child-process/modules.ts';
import { limitTo } from '../../platform/limit-to.ts';
import { readAnswers } from '../../platform/sheet-reader/reader.ts';
import { type StagedContents, stagedContents } from '../../platform/sheet-reader/staged-file.ts';

const CHILD = new URL('./stage-child.ts', import.meta.url).href;
/** Files that are read at a time: each takes a process and the memory of its texts. One that never ends stops no other. */
const reading = limitTo(2);
/** A staged file that was not used for so long is removed, ms. */
const KEPT_MS = DAY_MS;

export interface StagedLists {
  /**
   * The path of the staged file of a price list, which is read where it has not been; `onProgress` hears 0..1 of that.
   * Throws a ReadError for no price list, for too much work, and when aborted.
   */
  of(file: string, signal?: AbortSignal, onProgress?: (done: number) => void): Promise<string>;
  /** Removes what was not used for a day; resolves to how many. */
  sweep(): Promise<number>;
}

export function openStagedLists(folder: string, clock: () => number): StagedLists {
  /** What is in use stays. */
  const touch = (staged: string) => utimes(staged, clock() / 1000, clock() / 1000);
  return {
    async of(file, signal, onProgress = () => {}) {
      const staged = join(folder, `${await nameOf(file)}.rows`);
      const isThere = await touch(staged).then(
        () => true,
        () => false,
      );
      if (isThere) return staged;
      await mkdir(folder, { recursive: true });
      await reading(() => stage(file, staged, signal, onProgress));
      await touch(staged);
      return staged;
    },
    async sweep() {
      const names = await readdir(folder).catch(() => []);
      let removed = 0;
      for (const name of names) {
        const path = join(folder, name);
        const usedAt = (await stat(path).catch(() => null))?.mtimeMs ?? Number.POSITIVE_INFINITY;
        if (usedAt > clock() - KEPT_MS) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function stage(
  file: string,
  staged: string,
  signal: AbortSignal | undefined,
  onProgress: (done: number) => void,
): Promise<void> {
  const stageTo = `${staged}-${randomUUID()}.part`;
  const all = { sheet: null, startRow: 1, endRow: null, columns: null, allSheets: true, hiddenSheets: true };
  try {
    for await (const piece of readAnswers({ file, ...all, stageTo }, CHILD, signal))
      if (piece.kind === 'progress') onProgress(piece.done);
    await rename(stageTo, staged);
  } finally {
    await rm(stageTo, { force: true });
  }
}

let readBy = '';

/** The program that reads lists: another version of it may read the same one otherwise. */
function reader(): string {
  if (readBy === '') {
    const hash = createHash('sha256');
    for (const text of Object.values(modulesOf(CHILD))) hash.update(text);
    readBy = hash.digest('hex');
  }
  return readBy;
}

/** The same content is the same list, wherever it lies. */
async function nameOf(file: string): Promise<string> {
  const hash = createHash('sha256').update(reader());
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The guessed layouts of the visible sheets of a staged list. */
export const guessesOf = (staged: string): readonly SheetGuess[] =>
  (stagedContents(staged) as StagedContents<readonly SheetGuess[]>).beside;
