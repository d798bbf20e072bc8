// Refuses uploads that cannot be a price list (empty, no sheet, misnamed), and turns failures of reading into answers
// of the API.
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { badRequest, HttpError } from '../../platform/http/request.ts';
import type { ReceivedFile } from '../../platform/http/upload.ts';
import { isReadErrorCode, ReadError } from '../../platform/sheet-reader/messages.ts';
import { type FileKind, sniffFile } from '../../platform/sheet-reader/sniff.ts';

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

const NOT_EXCEL = 'file must be in excel format';

/** Refuses a file that is no price list by its first bytes, whatever it is declared as; resolves to what it is. */
export async function refuseOtherFiles(file: Pick<ReceivedFile, 'path'>): Promise<FileKind> {
  try {
    return await sniffFile(file.path);
  } catch (error) {
    throw fileError(error);
  }
}

/** The answer for a file that could not be read; any other error stays as it is. */
export function fileError(error: unknown): unknown {
  // It may have crossed a thread: a ReadError keeps its name, code and message there.
  const { name, code } = error as { name?: string; code?: unknown };
  if (name !== 'ReadError' || !isReadErrorCode(code)) return error;
  const { message } = error as ReadError;
  if (code === 'CANCELLED') return uploadCancelledError();
  // The code is the API's, what is wrong with the file stands beside it.
  if (code === 'NOT_EXCEL') return new HttpError(400, NOT_EXCEL, { facts: { code, message } });
  if (code === 'EMPTY') return badRequest('файл Excel не получен');
  return new HttpError(400, message, { facts: { code } });
}

/** The upload was stopped by its user; nothing of it stays. */
export const uploadCancelledError = () => new HttpError(409, 'upload cancelled');
