import { LIST_FILE_ROWS_MAX } from '../../../../contract/limits.ts';
import type { ListFileAnswer } from '../../../../contract/list-search.ts';
import { answerOfFile } from '../../../sheets/read/reader.ts';

const CHILD = new URL('./lines-child.ts', import.meta.url).href;
/** Columns that are looked at. */
const COLUMNS_MAX = 60;
/** What reading a file may take that anyone may send: none is larger than LIST_FILE_MAX. */
const CAPS = { heapMb: 256, residentMb: 500, cpuSeconds: 5, wallMs: 10_000 } as const;

/**
 * The lines of a list out of a file of any kind that an import reads: of the first sheet with a column of articles, else of
 * the first with anything. They are found in the child process that reads it. Throws a ReadError.
 */
export function linesOfFile(file: string, signal: AbortSignal): Promise<ListFileAnswer> {
  const columns = Array.from({ length: COLUMNS_MAX }, (_, at) => at + 1);
  const rows = { startRow: 1, endRow: LIST_FILE_ROWS_MAX + 1 };
  const request = { file, sheet: null, ...rows, columns, allSheets: true };
  return answerOfFile<ListFileAnswer>(request, { child: CHILD, caps: CAPS, signal });
}
