import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Parts of a zip container by name; a stream is made when it is the part's turn. */
export type Parts = Readonly<Record<string, string | Buffer | (() => Readable)>>;

/** Writes a zip with these parts in this order. */
export const writeZip = (file: string, parts: Parts): Promise<void> => pipeline(zipOf(parts), createWriteStream(file));

/** A zip as it is sent. */
export const zipBytes = (parts: Parts): Promise<Buffer> => buffer(zipOf(parts));

function zipOf(parts: Parts): Readable {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    // What is large is packed with little effort: that takes half the time.
    if (typeof content === 'function')
      zip.addReadStreamLazy(name, { compressionLevel: 1 }, (callback) => callback(null, content()));
    else zip.addBuffer(Buffer.from(content as string), name, { compress: content.length > 0 });
  }
  zip.end();
  return zip.outputStream as Readable;
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A value of a cell: text, number, nothing, or the XML of the cell itself. */
export type CellValue = string | number | null | { readonly xml: string };

export interface BookSheet {
  readonly name: string;
  readonly hidden?: boolean;
  /** The rows of the sheet, or the whole XML of the part. */
  readonly rows?: readonly (readonly CellValue[])[];
  readonly xml?: string | (() => Readable);
}

export interface Book {
  readonly sheets: readonly BookSheet[];
  /** XML of the `si` elements. */
  readonly strings?: string | (() => Readable);
  readonly styles?: string;
  readonly workbookProperties?: string;
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`);

/** The letters of a column number from 1. */
function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** The XML of a row. */
function rowXml(row: number, values: readonly CellValue[]): string {
  const cells = values.map((value, at) => {
    const place = `${letters(at + 1)}${row}`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    if (typeof value === 'string') {
      return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
    }
    return value.xml.replace('<c', `<c r="${place}"`);
  });
  return `<row r="${row}">${cells.join('')}</row>`;
}

export const sheetXml = (rows: string): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

/** The XML of a sheet with these rows, from row 1. */
export const sheetOf = (rows: readonly (readonly CellValue[])[]): string =>
  sheetXml(rows.map((values, at) => rowXml(at + 1, values)).join(''));

/** The parts of a book as Excel lays them out. */
export function bookParts({ sheets, strings, styles, workbookProperties = '' }: Book): Parts {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const relations = (inner: string) => `${XML}<Relationships xmlns="${PACKAGE}">${inner}</Relationships>`;
  const list = sheets.map(
    ({ name, hidden }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" ${hidden ? 'state="hidden" ' : ''}r:id="rId${at + 1}"/>`,
  );
  const parts: Record<string, Parts[string]> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${workbookProperties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('') +
        relation('rId900', 'sharedStrings', 'sharedStrings.xml') +
        relation('rId901', 'styles', 'styles.xml'),
    ),
  };
  if (styles !== undefined) parts['xl/styles.xml'] = styles;
  if (typeof strings === 'function') parts['xl/sharedStrings.xml'] = strings;
  else if (strings !== undefined) parts['xl/sharedStrings.xml'] = `${XML}<sst xmlns="${MAIN}">${strings}</sst>`;
  for (const [at, { rows, xml }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = xml ?? sheetOf(rows ?? []);
  }
  return parts;
}

function contentTypes(sheetCount: number): string {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const sheets = Array.from({ length: sheetCount }, (_, at) => type(`worksheets/sheet${at + 1}`, 'worksheet'));
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${sheets.join('')}
    ${type('sharedStrings', 'sharedStrings')}${type('styles', 'styles')}</Types>`;
}

/** A styles part whose cell styles have these number formats, from style 0. */
export function stylesWith(formats: readonly string[]): string {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`);
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

/** Writes a book; the shortest way to a price list in a test. */
export const writeBook = (file: string, book: Book): Promise<void> => writeZip(file, bookParts(book));

/** A book as it is sent. */
export const bookBytes = (book: Book): Promise<Buffer> => buffer(zipOf(bookParts(book)));

/** Writes a book of one sheet with these rows. */
export const writeRows = (file: string, rows: readonly (readonly CellValue[])[]): Promise<void> =>
  writeBook(file, { sheets: [{ name: 'Прайс', rows }] });
