import type { SheetGuess } from '../../../../contract/price-list-guess.ts';
import { HttpError } from '../../../http/errors.ts';
import { ReadError } from '../../../sheets/read/error.ts';
import type { FileKind } from '../../../sheets/read/sniff.ts';

/** Names of what only a program for spreadsheets writes. */
const BOOK_NAME = /\.(?:xls[xm]?|ods)$/iu;
/** What a file may be under such a name without being a book: texts and web pages, as 1C names them. */
const TEXTS: ReadonlySet<FileKind> = new Set(['csv', 'html', 'mht', 'xml']);

/** Refuses a file without a byte, in words: those of the first API only say that nothing came. */
export function refuseEmpty(files: readonly { readonly bytes: number }[]): void {
  if (files.some(({ bytes }) => bytes === 0)) throw problem('EMPTY');
}

/** Refuses a text under the name of a book in which there is nothing of a price list. */
export function refuseMisnamed(name: string, kind: FileKind, sheets: readonly SheetGuess[]): void {
  if (!BOOK_NAME.test(name) || !TEXTS.has(kind)) return;
  if (sheets.every(isNoTable)) throw problem('NOT_AS_NAMED');
}

/** Words may look like articles; where nothing is named, prices or stock make a list. */
const isNoTable = ({ headerRows, columns }: SheetGuess): boolean =>
  headerRows.length === 0 && columns.price === null && columns.amount === null;

function problem(code: 'EMPTY' | 'NOT_AS_NAMED'): HttpError {
  return new HttpError(400, new ReadError(code).message, { facts: { code } });
}
