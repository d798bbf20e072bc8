import type { Priceless } from '../../../../contract/upload.ts';
import type { SheetRow } from '../../../sheets/read/cell.ts';
import { type GivenColumns, givenColumns } from './columns.ts';
import { entriesOf } from './entries.ts';
import { SKIP_WORDS_MAX } from './limits.ts';

/** Which rows are left out. */
export interface SkipRules {
  readonly priceless: Priceless;
  /** Beginnings of words; a row that has one in any cell that is read is left out. */
  readonly skipWords: readonly string[];
}

/** Why a row is left out, and the cell that says so. */
export interface LeftOut {
  readonly code: string;
  readonly message: string;
  readonly column: number;
  readonly text: string;
}

/** Reads words such as `уценка; б/у, аналог`, in lower case; null for one without a letter or digit and for too many. */
export function parseSkipWords(text: string): readonly string[] | null {
  const words = [...new Set(entriesOf(folded(text).replaceAll(',', ';')))];
  const areWords = words.every((word) => /[\p{L}\p{N}]/u.test(word));
  return areWords && words.length <= SKIP_WORDS_MAX ? words : null;
}

/** Leaves a row out for the first cell with one of the words, at the beginning of a word of its own; null for none. */
export function leaveOutByWord(
  cells: SheetRow['cells'],
  { columns, moreAmounts, skipWords }: SkipRules & GivenColumns,
): LeftOut | null {
  if (skipWords.length === 0) return null;
  for (const column of givenColumns({ columns, moreAmounts })) {
    const text = cells.get(column)?.text ?? '';
    if (text === '' || !hasWord(folded(text), skipWords)) continue;
    const message = 'Строка пропущена: в\u00a0ней слово из\u00a0списка';
    return { code: 'left-out-word', message, column, text };
  }
  return null;
}

const hasWord = (text: string, words: readonly string[]): boolean =>
  words.some((word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
    }
    return false;
  });

const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');
