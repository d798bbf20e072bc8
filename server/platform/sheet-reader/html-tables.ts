/** Takes the tables out of HTML and MHT files that are named as price lists, cell by cell as a browser shows them. */
import { decodeHTML } from 'entities/decode';
import { CAPS, type MergedArea, ReadError } from './messages.ts';

const DEPTH_MAX = 4;
const HEADERS_MAX = 16 * 1024;
/** Longest boundary, characters (RFC 2046, 5.1.1): looking for a long one costs its length times that of the file. */
const BOUNDARY_MAX = 70;
const EQUALS = 0x3d;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** A web page inside a file with its pictures and styles. */
interface MhtPage {
  readonly bytes: Buffer;
  readonly charset: string | undefined;
}

/** The web pages of an MHT file in their order (RFC 2557): Excel puts each sheet on a page of its own. */
export function pagesOfMht(file: Buffer, depth = 0): MhtPage[] {
  const { headers, body } = splitPart(file);
  const type = headerOf(headers, 'content-type');
  const boundary = parameterOf(type, 'boundary');
  if (/^multipart\//iu.test(type) && boundary && boundary.length <= BOUNDARY_MAX && depth < DEPTH_MAX)
    return partsOf(body, boundary).flatMap((part) => pagesOfMht(part, depth + 1));
  if (!/^text\/html\b/iu.test(type)) return [];
  const bytes = decodeBody(body, headerOf(headers, 'content-transfer-encoding').toLowerCase());
  return [{ bytes, charset: parameterOf(type, 'charset') }];
}

function splitPart(part: Buffer): { headers: string; body: Buffer } {
  const windows = part.indexOf('\r\n\r\n');
  const unix = part.indexOf('\n\n');
  const isWindows = windows !== -1 && (unix === -1 || windows < unix);
  const end = isWindows ? windows : unix;
  if (end === -1) return { headers: '', body: part };
  const headers = part.toString('latin1', 0, Math.min(end, HEADERS_MAX)).replace(/\r?\n[ \t]+/gu, ' ');
  return { headers, body: part.subarray(end + (isWindows ? 4 : 2)) };
}

const headerOf = (headers: string, name: string): string =>
  (new RegExp(`^${name}:(.*)$`, 'imu').exec(headers)?.[1] ?? '').trim();

const parameterOf = (header: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'iu')
    .exec(header)
    ?.slice(1)
    .find((value) => value !== undefined);

/** The parts between the delimiters, without what precedes the first and follows the last. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== LINE_FEED) continue;
    if (start !== -1) parts.push(body.subarray(start, at));
    start = body.indexOf(LINE_FEED, at) + 1 || body.length;
  }
  // A file that was cut ends in the middle of a part.
  if (start !== -1 && start < body.length) parts.push(body.subarray(start));
  return parts;
}

function decodeBody(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

/** RFC 2045, 6.7; invalid codes stay as they are. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === EQUALS && body[at + 1] === LINE_FEED) at += 1;
    else if (byte === EQUALS && body[at + 1] === RETURN && body[at + 2] === LINE_FEED) at += 2;
    else {
      const code = byte === EQUALS ? hexadecimal(body[at + 1]) * 16 + hexadecimal(body[at + 2]) : -1;
      decoded[length++] = code >= 0 ? code : byte;
      if (code >= 0) at += 2;
    }
  }
  return decoded.subarray(0, length);
}

/** The value of a digit; any other byte gives so negative a number that a code with it is negative. */
function hexadecimal(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const capital = byte & 0xdf;
  return capital >= 0x41 && capital <= 0x46 ? capital - 0x37 : -1000;
}

/** A cell as the page shows it, with the text that is struck out apart. */
interface PageCell {
  text: string;
  struck: string;
}

/** A table of a page; cells by column from 0, `undefined` where none begins. */
export interface PageTable {
  readonly rows: (PageCell | undefined)[][];
  /** Areas of cells that take several rows, from 0, both ends included. */
  readonly merges: MergedArea[];
  /** Rows and columns, from 0, that the page does not show. */
  readonly hiddenRows: Set<number>;
  readonly hiddenColumns: Set<number>;
}

/** Elements whose content is no text of a cell. */
const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'noscript', 'xml']);
const STRUCK: ReadonlySet<string> = new Set(['s', 'del', 'strike']);
const LINES: ReadonlySet<string> = new Set('br,p,div,li,ul,ol,dl,dt,dd,h1,h2,h3,h4,h5,h6,hr,pre,blockquote'.split(','));
const VOID: ReadonlySet<string> = new Set('area,base,br,col,embed,hr,img,input,link,meta,param,source,wbr'.split(','));
const LINE_THROUGH = 'line-through';
/** Style sheet that is searched for classes, characters, and elements inside of each other that are kept. */
const STYLES_MAX = 1024 * 1024;
const OPEN_MAX = 100;
const ROW_SPAN_MAX = 65_534;
const NAME = /[a-z][a-z0-9:_-]{0,30}/iy;
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*collapse/iu;

/** An opening or closing tag; attributes that count, in lower case. */
interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

interface OpenTable extends PageTable {
  /** Columns that a cell above still takes: the last row of each, from 0. */
  readonly taken: Map<number, number>;
  columns: number;
  cell: OpenCell | null;
  isRowStruck: boolean;
}

/** The texts between tags, struck and not, in their order; elements that are open in the cell. */
interface OpenCell {
  readonly pieces: { text: string; isStruck: boolean }[];
  readonly open: { readonly name: string; readonly isStruck: boolean }[];
  readonly isStruck: boolean;
  readonly place: PageCell;
  length: number;
}

/** The tables of a page one after another; a nested one is taken out of its parent, e.g. a layout table. */
export function tablesOf(page: string): PageTable[] {
  const tables: PageTable[] = [];
  const open: OpenTable[] = [];
  const struckClasses = new Set<string>();
  const counts = { begin: 0, end: 0 };
  for (const token of tokensOf(page)) {
    const table = open.at(-1);
    if (typeof token === 'string') {
      if (table?.cell) addText(table.cell, token);
    } else if (token.name === 'style') addStruckClasses(token.attributes.get('') ?? '', struckClasses);
    else if (token.name === 'table') {
      counts[token.isEnd ? 'end' : 'begin'] += 1;
      if (Math.max(counts.begin, counts.end) > CAPS.pageTables) throw new ReadError('TOO_MANY_PARTS');
      if (token.isEnd) closeCell(open.pop());
      else {
        const begun: OpenTable = { ...emptyTable(), taken: new Map(), columns: 0, cell: null, isRowStruck: false };
        tables.push(begun);
        open.push(begun);
      }
    } else if (table) takeTag(table, token, struckClasses);
  }
  for (const table of open) closeCell(table);
  return tables;
}

const emptyTable = (): PageTable => ({ rows: [], merges: [], hiddenRows: new Set(), hiddenColumns: new Set() });

function takeTag(table: OpenTable, tag: Tag, struckClasses: ReadonlySet<string>): void {
  const { name, isEnd, attributes } = tag;
  const isStruck = !isEnd && isStruckTag(tag, struckClasses);
  if (name === 'td' || name === 'th') {
    closeCell(table);
    if (!isEnd) openCell(table, attributes, isStruck || table.isRowStruck);
  } else if (name === 'tr') {
    closeCell(table);
    if (isEnd) return;
    if (table.rows.length >= CAPS.rows) throw new ReadError('TOO_MANY_ROWS');
    if (isHidden(attributes)) table.hiddenRows.add(table.rows.length);
    table.rows.push([]);
    table.isRowStruck = isStruck;
  } else if (name === 'col' && !isEnd) {
    const span = spanOf(attributes.get('span'), CAPS.columns);
    for (let at = 0; at < span && isHidden(attributes); at += 1) table.hiddenColumns.add(table.columns + at);
    table.columns += span;
  } else if (table.cell) {
    if (LINES.has(name)) table.cell.pieces.push({ text: '\n', isStruck: false });
    takeInline(table.cell, name, isEnd, isStruck);
  }
}

function takeInline({ open }: OpenCell, name: string, isEnd: boolean, isStruck: boolean): void {
  if (isEnd) {
    const at = open.findLastIndex((element) => element.name === name);
    if (at !== -1) open.length = at;
  } else if (!VOID.has(name) && open.length < OPEN_MAX) open.push({ name, isStruck });
}

function openCell(table: OpenTable, attributes: Tag['attributes'], isStruck: boolean): void {
  if (table.rows.length === 0) table.rows.push([]);
  const row = table.rows.length - 1;
  const cells = table.rows[row] as (PageCell | undefined)[];
  let column = cells.length;
  while ((table.taken.get(column) ?? -1) >= row) column += 1;
  const columns = spanOf(attributes.get('colspan'), CAPS.columns);
  const rows = spanOf(attributes.get('rowspan'), ROW_SPAN_MAX);
  const place: PageCell = { text: '', struck: '' };
  table.cell = { pieces: [], open: [], isStruck, place, length: 0 };
  if (column >= CAPS.rowCells) return;
  cells[column] = place;
  cells.length = column + columns;
  if (rows === 1) return;
  table.merges.push({ top: row, bottom: row + rows - 1, left: column, right: column + columns - 1 });
  for (let at = column; at < column + columns; at += 1) table.taken.set(at, row + rows - 1);
}

const spanOf = (text: string | undefined, most: number): number =>
  Math.min(most, /^\d{1,6}$/u.test(text ?? '') ? Math.max(1, Number(text)) : 1);

const isHidden = (attributes: Tag['attributes']): boolean =>
  attributes.has('hidden') || HIDDEN.test((attributes.get('style') ?? '').slice(0, STYLE_MAX));

function isStruckTag({ name, attributes }: Tag, struckClasses: ReadonlySet<string>): boolean {
  if (STRUCK.has(name) || attributes.get('style')?.includes(LINE_THROUGH)) return true;
  return struckClasses.size > 0 && (attributes.get('class') ?? '').split(/\s+/u).some((one) => struckClasses.has(one));
}

function addText(cell: OpenCell, text: string): void {
  cell.length += text.length;
  if (cell.length > CAPS.cellBytes) throw new ReadError('CELL_TOO_BIG');
  const isStruck = cell.isStruck || cell.open.some((element) => element.isStruck);
  cell.pieces.push({ text: text.replace(/[ \t\r\n\f]+/gu, ' '), isStruck });
}

function closeCell(table: OpenTable | undefined): void {
  if (!table?.cell) return;
  const { pieces, place } = table.cell;
  place.text = shownText(pieces.map(({ text, isStruck }) => (isStruck ? ' ' : text)).join(''));
  place.struck = shownText(pieces.map(({ text, isStruck }) => (isStruck ? text : '')).join(''));
  table.cell = null;
}

/** The text as lines, without the blanks around them; entities are no white space of the markup. */
function shownText(text: string): string {
  const lines = text.includes('\n') ? text.split('\n') : [text];
  const shown = lines.map((line) => line.replace(/ +/gu, ' ').replace(/^ | $/gu, '')).filter((line) => line !== '');
  return decodeHTML(shown.join('\n'));
}

/** The names of classes whose rules strike a text out. */
function addStruckClasses(sheet: string, classes: Set<string>): void {
  const rules = sheet.slice(0, STYLES_MAX).split('}');
  for (const rule of rules) {
    const begin = rule.indexOf('{');
    if (begin === -1 || !rule.includes(LINE_THROUGH, begin)) continue;
    for (const [, name = ''] of rule.slice(0, begin).matchAll(/\.([\w-]{1,100})/gu)) classes.add(name.toLowerCase());
  }
}

/** Texts and tags in their order; comments, declarations and elements that show nothing are left out. */
function* tokensOf(page: string): Generator<string | Tag> {
  let at = 0;
  while (at < page.length) {
    const begin = page.indexOf('<', at);
    if (begin !== at) yield page.slice(at, begin === -1 ? page.length : begin);
    if (begin === -1) return;
    if (page.startsWith('<!--', begin)) at = behind(page, '-->', begin + 4);
    else if (page[begin + 1] === '!' || page[begin + 1] === '?') at = behind(page, '>', begin + 2);
    else {
      const tag = tagAt(page, begin);
      if (tag === null) {
        yield '<';
        at = begin + 1;
        continue;
      }
      at = tag.end;
      const { name, isEnd } = tag;
      if (!isEnd && UNREAD.has(name)) {
        const end = endOf(page, name, at);
        if (name === 'style') yield { name, isEnd, attributes: new Map([['', page.slice(at, end)]]) };
        at = behind(page, '>', end);
      } else if (!UNREAD.has(name)) yield tag;
    }
  }
}

const behind = (page: string, mark: string, from: number): number => {
  const at = page.indexOf(mark, from);
  return at === -1 ? page.length : at + mark.length;
};

/** Where the end tag of an element begins, or the page ends. */
function endOf(page: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?![\\w:-])`, 'giu');
  end.lastIndex = from;
  return end.exec(page)?.index ?? page.length;
}

/** The tag that begins at a place, and where it ends; null for a sign that begins none. */
function tagAt(page: string, begin: number): (Tag & { readonly end: number }) | null {
  const isEnd = page[begin + 1] === '/';
  NAME.lastIndex = begin + (isEnd ? 2 : 1);
  const name = NAME.exec(page)?.[0];
  if (name === undefined) return null;
  const attributes = new Map<string, string>();
  let at = NAME.lastIndex;
  for (;;) {
    while (at < page.length && (isBlank(page[at]) || page[at] === '/')) at += 1;
    if (at >= page.length || page[at] === '>' || page[at] === '<') break;
    const start = at;
    while (at < page.length && !ENDS_NAME.has(page[at] as string)) at += 1;
    const attribute = page.slice(start, at).toLowerCase();
    while (isBlank(page[at])) at += 1;
    if (page[at] !== '=') {
      if (attribute === 'hidden') attributes.set(attribute, '');
      if (at === start) at += 1;
      continue;
    }
    at += 1;
    while (isBlank(page[at])) at += 1;
    const quote = page[at];
    const close = quote === '"' || quote === "'" ? page.indexOf(quote, at + 1) : -1;
    const from = close === -1 ? at : at + 1;
    if (close !== -1) at = close;
    else while (at < page.length && !isBlank(page[at]) && page[at] !== '>' && page[at] !== '<') at += 1;
    if (KEPT.has(attribute))
      attributes.set(attribute, decodeHTML(page.slice(from, Math.min(at, from + STYLE_MAX))).toLowerCase());
    if (close !== -1) at += 1;
  }
  return { name: name.toLowerCase(), isEnd, attributes, end: page[at] === '>' ? at + 1 : at };
}

const ENDS_NAME: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n', '\f', '/', '>', '<', '=']);
const isBlank = (sign: string | undefined): boolean =>
  sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t' || sign === '\f';
/** Attributes that say something, and characters of one that are looked at. */
const KEPT: ReadonlySet<string> = new Set(['style', 'class', 'colspan', 'rowspan', 'span']);
const STYLE_MAX = 1000;
