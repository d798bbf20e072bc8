import { read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { ReadError } from './read-error.ts';
import { separateTables } from './web-page.ts';

/** Places in order, of which the library asks for each character of a long text whether it is one of them. */
class RecordStarts extends Array<number> {
  #known: Set<number> | null = null;

  override indexOf(place: number): number {
    // All places are there before the first question.
    this.#known ??= new Set(this);
    return this.#known.has(place) ? 0 : -1;
  }
}

/**
 * An old book cuts the list of its texts into records of 8 KB. The library keeps where they begin as the property `lens`
 * of a buffer, and looks through that whole array for each character: minutes for a book of a million texts. From here on
 * every buffer of this process gets an array that knows; only the reading child may call it.
 */
function makeRecordStartsQuick(): void {
  Object.defineProperty(Buffer.prototype, 'lens', {
    set(this: Buffer) {
      Object.defineProperty(this, 'lens', { value: new RecordStarts() });
    },
  });
}

// Without its code pages the module build turns windows-1251 of old books into mojibake.
set_cptable(codePages);
makeRecordStartsQuick();

const RUSSIAN_CODE_PAGE = 1251;
const OPTIONS = {
  // Otherwise the library swallows what it cannot read and loses whole sheets.
  WTF: true,
  dense: true,
  cellNF: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
} as const;

/** An old .xls as the library reads it. Throws a ReadError, as all here do. */
export const parseBook = (bytes: Buffer): WorkBook =>
  parsed(() => read(bytes, { ...OPTIONS, type: 'buffer', codepage: RUSSIAN_CODE_PAGE }));

/** An .ods; what the library does not know of it, such as its validations, it may pass over. */
export const parseOpenDocument = (bytes: Buffer): WorkBook =>
  parsed(() => read(bytes, { ...OPTIONS, WTF: false, type: 'buffer' }));

export function parseXmlBook(text: string): WorkBook {
  refuseEntities(text);
  return parsed(() => read(text, { ...OPTIONS, type: 'string' }));
}

/** The tables of a web page as sheets. */
export function parsePage(page: string): WorkBook {
  refuseEntities(page);
  const tables = separateTables(page);
  if (tables.length === 0) throw new ReadError('NOT_EXCEL');
  const markup = tables.map(closeCells).join('');
  // Numbers of a web page stay text: the library would read 44360,27 as 4436027 and 12-3 as a date.
  return parsed(() => read(`<html>${markup}</html>`, { ...OPTIONS, type: 'string', raw: true }));
}

function refuseEntities(text: string): void {
  if (/<!ENTITY/iu.test(text)) throw new ReadError('DTD');
}

/** Ends every cell, as a page need not; the library would join open ones. A second end is no harm. */
function closeCells(table: string): string {
  const closed = table.replace(/<(?=(?:td|th|tr|\/tr|\/table)\b)/giu, '</td><');
  return closed.replace(/(<tr\b[^<>]*>\s*)<\/td>/giu, '$1');
}

function parsed(parse: () => WorkBook): WorkBook {
  try {
    return parse();
  } catch (error) {
    throw bookError(error);
  }
}

function bookError(error: unknown): Error {
  if (error instanceof ReadError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/iu.test(message)) return new ReadError('PASSWORD');
  if (/cannot find (workbook|file)|unsupported file|not a (spreadsheet|excel)|unrecognized/iu.test(message)) {
    return new ReadError('NOT_EXCEL');
  }
  return new ReadError('BROKEN');
}
