import { createHash } from 'node:crypto';
import { shownFileName } from '../../../http/upload.ts';
import type { Reception } from './checker.ts';
import { type FoundFile, moveFound } from './found-files.ts';
import { type HeldFolder, NoFolder } from './held-folder.ts';
import { SourceProblem } from './source.ts';

/** As many that cannot be moved are remembered; a folder with more of them has nothing new taken. */
const UNMOVED_MAX = 100;

/** Where a handled file belongs. */
const PLACES = ['done', 'failed'] as const;
export type Place = (typeof PLACES)[number];

/** The handled files of a folder: they move away, and what cannot be moved is remembered in the mark of its source. */
export interface HandledFiles {
  /** Moves again what could not be moved before, and resolves to the files that have not been handled. */
  setAside(files: readonly FoundFile[]): Promise<FoundFile[]>;
  /** Moves a file to its place, or remembers it: as long as it is the same it is not handled again. */
  putAway(file: FoundFile, place: Place): Promise<void>;
  /** Whether no more can be remembered. */
  isFull(): boolean;
  /** What could not be moved, in words; null when everything was. */
  problem(): string | null;
}

/** Throws SourceProblem for a place that is no folder itself. */
export async function handledFilesOf(
  home: HeldFolder,
  mark: string | null,
  reception: Pick<Reception, 'mark'>,
): Promise<HandledFiles> {
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

  async function putAway(file: FoundFile, place: Place): Promise<void> {
    const failure = await tryMove(home, place, file);
    if (failure === null) unmoved.delete(keyOf(file));
    else {
      unmoved.set(keyOf(file), place);
      failures.push(`«${shownFileName(file.name)}» в\u00a0«${place}» (${failure})`);
    }
    await keep();
  }

  return {
    async setAside(files) {
      const there = new Set(files.map(keyOf));
      for (const key of unmoved.keys()) if (!there.has(key)) unmoved.delete(key);
      await keep();
      const fresh: FoundFile[] = [];
      for (const file of files) {
        const place = unmoved.get(keyOf(file));
        if (place) await putAway(file, place);
        else fresh.push(file);
      }
      return fresh;
    },
    putAway,
    isFull: () => unmoved.size >= UNMOVED_MAX,
    problem() {
      const [first] = failures;
      if (first === undefined) return null;
      const stop = unmoved.size >= UNMOVED_MAX ? ' Новые файлы пока не\u00a0берутся.' : '';
      return `Не\u00a0переносится файлов: ${failures.length}, первый\u00a0— ${first}. Они обработаны и\u00a0снова не\u00a0берутся, пока не\u00a0изменятся.${stop} Проверьте права на\u00a0папку`;
    },
  };
}

async function refuseFalse(home: HeldFolder, place: Place): Promise<void> {
  try {
    await using _ = await home.hold(place);
  } catch (error) {
    // It is made when something has to go there.
    if (!(error instanceof NoFolder)) throw error;
  }
}

/** Why a file could not be moved; null when it was. */
async function tryMove(home: HeldFolder, place: Place, file: FoundFile): Promise<string | null> {
  try {
    await using target = await home.make(place);
    await moveFound(home, target, file);
    return null;
  } catch (error) {
    if (error instanceof SourceProblem) return error.message;
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
}

/** Of one length however long the name is. Which file it is by number is left out: some disks count anew at each mount. */
const keyOf = ({ name, bytes, changedAt }: FoundFile): string =>
  createHash('sha256').update(`${bytes}/${changedAt}/${name}`).digest('base64url').slice(0, 22);
