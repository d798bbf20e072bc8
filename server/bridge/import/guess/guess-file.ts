import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import { limitTo } from '../../../files/limit-to.ts';
import { LOOK_ROWS } from '../../../sheets/read/limits.ts';
import { answerOfFile } from '../../../sheets/read/reader.ts';

const CHILD = new URL('./guess-child.ts', import.meta.url).href;
/** Files that are looked at, at a time: each takes a process and the memory of its texts. One that never ends stops no other. */
const guessing = limitTo(2);
/** The first rows of the largest workbook take some seconds, for its texts are read before them. */
const CAPS = { cpuSeconds: 10, wallMs: 40_000 } as const;

/**
 * How the visible sheets of a file seem to be laid out, guessed in the child process that reads it. Throws a ReadError for
 * what is no price list, and for what takes too long or too much memory.
 */
export function guessFile(file: string, signal?: AbortSignal): Promise<SheetGuess[]> {
  const request = { file, sheet: null, startRow: 1, endRow: LOOK_ROWS, columns: null, allSheets: true };
  return guessing(() => answerOfFile<SheetGuess[]>(request, { child: CHILD, caps: CAPS, signal }));
}
