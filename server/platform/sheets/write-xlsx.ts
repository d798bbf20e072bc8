/** Writes .xlsx workbooks as a stream. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { cellText, textCell } from './xlsx-cell.ts';

/** Rows of one sheet, the header included (ECMA-376 limit). */
const SHEET_ROWS_MAX = 1_048_576;
/** Fast rather than small: level 4 takes 40 % more time for 8 % less file. */
const COMPRESSION_LEVEL = 1;
/** Characters gathered before they go to the compressor. */
const CHUNK = 256 * 1024;

/** In the order of the columns; money in kopecks. */
export type SheetRow = readonly (string | number)[];

export interface Sheet {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Number of rows: the extent of a sheet precedes its rows. */
  readonly rowCount: number;
  /** How many of them, from the first, the autofilter is over, where others stand below the table; all without it. */
  readonly filtered?: number;
  readonly rows: AsyncIterable<readonly SheetRow[]>;
}

/** In constant memory; surplus rows go on in the next sheet, same header. Rejects when the rows or the output fail. */
export async function writeXlsx(
  sheets: Sheet | readonly Sheet[],
  output: NodeJS.WritableStream,
  options: { signal?: AbortSignal; sheetRowsMax?: number } = {},
): Promise<void> {
  const perSheet = (options.sheetRowsMax ?? SHEET_ROWS_MAX) - 1;
  const parts = [sheets].flat().flatMap((sheet) => partsOf(sheet, perSheet));
  const zip = new ZipFile();
  const entry = { compressionLevel: COMPRESSION_LEVEL, mtime: EPOCH };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, entry);
  add('[Content_Types].xml', contentTypes(parts.length));
  add('_rels/.rels', packageRelations());
  add('xl/workbook.xml', workbook(parts));
  add('xl/_rels/workbook.xml.rels', workbookRelations(parts.length));
  add('xl/styles.xml', styles());
  const stop = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error);
  for (const [index, { columns, range, filter, take, count }] of parts.entries()) {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, entry, (give) => {
      const part = Readable.from(sheetXml(columns, { range, filter }, take, count), { objectMode: false });
      // The container would wait for ever for a part that failed.
      part.once('error', stop);
      give(null, part);
    });
  }
  zip.once('error', stop);
  zip.end();
  await pipeline(zip.outputStream, output, { signal: options.signal });
}

interface Extent {
  /** All of its cells. */
  readonly range: string;
  /** Those that the autofilter is over. */
  readonly filter: string;
}

interface Part extends Pick<Sheet, 'name' | 'columns'>, Extent {
  readonly count: number;
  readonly take: Take;
}

function partsOf({ name, columns, rowCount, filtered = rowCount, rows }: Sheet, perSheet: number): Part[] {
  const take = takerOf(rows);
  return Array.from({ length: Math.max(1, Math.ceil(rowCount / perSheet)) }, (_, index) => {
    const count = Math.min(perSheet, rowCount - index * perSheet);
    const down = (rows: number) => `A1:${columnLetters(columns.length)}${rows + 1}`;
    const filter = down(Math.max(0, Math.min(count, filtered - index * perSheet)));
    return { name: index === 0 ? name : `${name} ${index + 1}`, columns, range: down(count), filter, count, take };
  });
}

/** The same rows give the same bytes. */
const EPOCH = new Date(Date.UTC(1980, 0, 2));

/** Returns the next rows, at most so many; none at the end. By pages: a promise for each row would be too slow. */
type Take = (most: number) => Promise<readonly SheetRow[]>;

function takerOf(pages: AsyncIterable<readonly SheetRow[]>): Take {
  const iterator = pages[Symbol.asyncIterator]();
  let left: readonly SheetRow[] = [];
  return async (most) => {
    while (left.length === 0) {
      const { value, done } = await iterator.next();
      if (done) return [];
      left = value;
    }
    const taken = left.slice(0, most);
    left = left.slice(most);
    return taken;
  };
}

async function* sheetXml(
  columns: readonly Column[],
  extent: Extent,
  take: Take,
  count: number,
): AsyncGenerator<Buffer> {
  const row = rowWriter(columns);
  let xml = sheetStart(columns, extent.range);
  let written = 0;
  while (written < count) {
    const page = await take(count - written);
    if (page.length === 0) throw new Error(`expected ${count} rows, got ${written}`);
    for (const values of page) {
      xml += row(values, written + 2);
      written += 1;
      if (xml.length < CHUNK) continue;
      yield Buffer.from(xml);
      xml = '';
    }
  }
  yield Buffer.from(xml + sheetEnd(extent));
}

function rowWriter(columns: readonly Column[]): (values: SheetRow, row: number) => string {
  const cells = columns.map(({ kind }, index) => {
    const letters = columnLetters(index + 1);
    const style = STYLE[kind];
    return (value: string | number, row: number): string => {
      if (typeof value === 'string') return value === '' ? '' : textCell(`${letters}${row}`, style, value);
      // A number in the text format would turn into a text as soon as it is edited.
      const numberStyle = kind === 'text' ? STYLE.amount : style;
      return `<c r="${letters}${row}" s="${numberStyle}"><v>${kind === 'money' ? value / 100 : value}</v></c>`;
    };
  });
  return (values, row) => {
    let xml = `<row r="${row}">`;
    for (let index = 0; index < cells.length; index++) xml += cells[index]?.(values[index] ?? '', row) ?? '';
    return `${xml}</row>`;
  };
}

/** A table in memory, made row by row as it is written. */
export type Table = Omit<Sheet, 'rows'> & { readonly rows: Iterable<SheetRow> };

const PAGE = 100;

/** A table as an .xlsx under way; a failure ends the stream. */
export const xlsxStream = ({ rows, ...table }: Table): Readable => pagedXlsxStream({ ...table, rows: pages(rows) });

export function pagedXlsxStream(sheet: Sheet | readonly Sheet[]): Readable {
  const output = new PassThrough();
  writeXlsx(sheet, output).catch((error: Error) => output.destroy(error));
  return output;
}

async function* pages(rows: Iterable<SheetRow>): AsyncGenerator<readonly SheetRow[]> {
  let page: SheetRow[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The fixed parts of an Office Open XML workbook (ECMA-376 part 1, chapters 11, 12 and 18). */
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index of the cell format of each kind in `styles.xml`. */
const STYLE: Readonly<Record<CellKind, number>> = { text: 1, integer: 2, money: 3, amount: 0 };
const HEADER_STYLE = 4;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function contentTypes(sheets: number): string {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`;
  const parts = numbers(sheets).map((n) => override(`/xl/worksheets/sheet${n}.xml`, `${SHEETML}.worksheet+xml`));
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', `${SHEETML}.sheet.main+xml`)}${override('/xl/styles.xml', `${SHEETML}.styles+xml`)}${parts.join('')}</Types>`;
}

const packageRelations = (): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function workbookRelations(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const parts = numbers(sheets)
    .map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))
    .join('');
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`;
}

/** The workbook; every sheet has its autofilter under the name that Excel itself gives it. */
function workbook(sheets: readonly Pick<Part, 'name' | 'filter'>[]): string {
  const sheet = ({ name }: { readonly name: string }, index: number) =>
    `<sheet name="${cellText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  const quoted = (name: string) => cellText(`'${name.replaceAll("'", "''")}'`);
  const filterName = ({ name, filter }: (typeof sheets)[number], index: number) =>
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${quoted(name)}!${filter.replace(/[A-Z]+|\d+/g, '$$$&')}</definedName>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.map(sheet).join('')}</sheets><definedNames>${sheets.map(filterName).join('')}</definedNames></workbook>`;
}

const numbered = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;

/** Formats: 0 General, 49 text (an edited article stays a text), 1 whole, 4 `#,##0.00`, and the bold header. */
const styles = (): string =>
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEBE6"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${[49, 1, 4].map(numbered).join('')}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function sheetStart(columns: readonly Column[], range: string): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map((column, index) => textCell(`${columnLetters(index + 1)}1`, HEADER_STYLE, column.header));
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Everything after the last row: the filter, and no warning marks on articles that look like numbers. */
const sheetEnd = ({ range, filter }: Extent): string =>
  `</sheetData><autoFilter ref="${filter}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;

type CellKind = 'text' | 'integer' | 'money' | 'amount';

/** A column of any table that we write. */
export interface Column {
  readonly header: string;
  readonly width: number;
  readonly kind: CellKind;
}
