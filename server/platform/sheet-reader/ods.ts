/** Reads the sheets of an .ods as a stream, as its program shows them (OpenDocument 1.3, part 3). */
import { plainDigits, sheetNumber } from '../sheets/decimal.ts';
import * as messages from './messages.ts';
import { showMoment } from './number-format.ts';
import { pickSheet, pickSheets, type Selection } from './selection.ts';
import { type Attributes, attribute, nameId, unescapeXml, type XmlHandler, XmlTokenizer } from './xml-tokenizer.ts';
import type { Container } from './zip.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'meta-inf/manifest.xml';

/** Whether a zip is a book of OpenDocument, whatever order and packing its parts have. Throws a ReadError for a locked one. */
export async function isOpenDocument(container: Container): Promise<boolean> {
  if (container.find('encrypted-package')) throw new messages.ReadError('PASSWORD');
  if (!container.find(CONTENT) || container.find('[content_types].xml')) return false;
  if (container.find(MANIFEST)) {
    const manifest = await textOf(container, MANIFEST);
    if (manifest.includes('encryption-data')) throw new messages.ReadError('PASSWORD');
  }
  return true;
}

async function textOf(container: Container, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of container.part(name, messages.CAPS.metadataBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Streams the rows of one sheet of a book, or of the requested ones, to the sink within CAPS. */
export async function readOds(
  container: Container,
  { sheet: sheetTitle, allSheets = false, hiddenSheets = false, sheets: wishes }: messages.ReadRequest,
  selection: Selection,
  sink: messages.ReadSink,
): Promise<void> {
  const styles = new Styles();
  if (container.find('styles.xml'))
    await readPart(container, 'styles.xml', { ...IGNORING, open: (name, tag) => styles.open(name, tag) });
  const sheets = await sheetsOf(container, styles);
  const titles = sheets.map(({ title }) => title);
  const wanted = new Map(wishes ? pickSheets(sheets, wishes).map(({ sheet, wish }) => [sheet, wish] as const) : []);
  const first = wishes ? null : pickSheet(sheets, sheetTitle);
  const isRead = (at: number) => {
    const sheet = sheets[at] as OdsSheet;
    if (wishes) return wanted.has(sheet);
    if (sheet === first || !allSheets) return sheet === first;
    return sheet.visible ? at > sheets.indexOf(first as OdsSheet) : hiddenSheets;
  };
  const begin = (at: number) => {
    const sheet = sheets[at] as OdsSheet;
    const wish = wanted.get(sheet);
    sink.sheet(sheet.title, titles, !sheet.visible);
    if (wish) selection.beginSheet(wish);
    else if (sheet !== first) selection.sameOfNextSheet();
    sink.extent(sheet.extent);
  };
  const body = bodyHandler({ styles, selection, sink, isRead, begin });
  const last = sheets.findLastIndex((_, at) => isRead(at));
  await readPart(container, CONTENT, body, (done) => {
    sink.progress(done);
    if (selection.pending >= messages.BATCH_ROWS) sink.rows(selection.drain());
    return body.ended > last;
  });
  sink.rows(selection.drain());
}

const IGNORING: XmlHandler = { open() {}, close() {}, text() {} };

async function readPart(
  container: Container,
  name: string,
  handler: XmlHandler,
  isDone: (done: number) => boolean = () => false,
): Promise<void> {
  const tokenizer = new XmlTokenizer(handler);
  let done = 0;
  for await (const chunk of container.part(name, messages.CAPS.odsBytes, (share) => {
    done = share;
  })) {
    tokenizer.write(chunk);
    if (isDone(done)) return;
  }
  tokenizer.end();
}

interface OdsSheet {
  readonly title: string;
  readonly visible: boolean;
  /** Its last row with a value. */
  extent: number;
}

const TABLE = nameId('table');
const SPREADSHEET = nameId('spreadsheet');
const NAME = nameId('name');
const STYLE_NAME = nameId('style-name');

/** The sheets in their order; throws a ReadError where the document is of another kind. */
async function sheetsOf(container: Container, styles: Styles): Promise<OdsSheet[]> {
  const sheets: OdsSheet[] = [];
  let depth = 0;
  let row = 0;
  /** The last row so far, with those that are one repeated. */
  let below = 0;
  let isBook = false;
  await readPart(container, CONTENT, {
    ...IGNORING,
    open(name, tag, selfClosing) {
      if (!isBook) styles.open(name, tag);
      isBook ||= name === SPREADSHEET;
      const sheet = sheets.at(-1);
      if (name === CELL && sheet && attribute(tag, VALUE_TYPE) !== null) sheet.extent = row;
      else if (name === ROW) {
        row = below + 1;
        below += numberAttribute(tag, ROWS_REPEATED);
      }
      if (name !== TABLE || !isBook) return;
      if (depth === 0) {
        const visible = !styles.hidden.has(attribute(tag, STYLE_NAME) ?? '');
        sheets.push({ title: attribute(tag, NAME) ?? '', visible, extent: 0 });
        below = 0;
      }
      if (!selfClosing) depth += 1;
    },
    close(name) {
      if (name === TABLE && isBook) depth -= 1;
    },
  });
  if (!isBook) throw new messages.ReadError('NOT_EXCEL');
  return sheets;
}

const STYLE = nameId('style');
const TEXT_PROPERTIES = nameId('text-properties');
const TABLE_PROPERTIES = nameId('table-properties');
const PARENT = nameId('parent-style-name');
const LINE_THROUGH = nameId('text-line-through-style');
const LINE_THROUGH_TYPE = nameId('text-line-through-type');
const DISPLAY = nameId('display');

/** What styles say that matters: texts that are struck out and sheets that are not shown. */
class Styles {
  readonly struck = new Set<string>();
  readonly hidden = new Set<string>();
  #name = '';

  open(name: number, tag: Attributes): void {
    if (name === STYLE) {
      this.#name = attribute(tag, NAME) ?? '';
      if (this.struck.has(attribute(tag, PARENT) ?? '')) this.struck.add(this.#name);
    } else if (name === TEXT_PROPERTIES && this.#name !== '') {
      const line = attribute(tag, LINE_THROUGH) ?? attribute(tag, LINE_THROUGH_TYPE);
      if (line === 'none') this.struck.delete(this.#name);
      else if (line !== null) this.struck.add(this.#name);
    } else if (name === TABLE_PROPERTIES && attribute(tag, DISPLAY) === 'false') this.hidden.add(this.#name);
  }
}

const ROW = nameId('table-row');
const CELL = nameId('table-cell');
const COVERED = nameId('covered-table-cell');
const COLUMN = nameId('table-column');
const ROWS_REPEATED = nameId('number-rows-repeated');
const COLUMNS_REPEATED = nameId('number-columns-repeated');
const ROWS_SPANNED = nameId('number-rows-spanned');
const COLUMNS_SPANNED = nameId('number-columns-spanned');
const DEFAULT_CELL_STYLE = nameId('default-cell-style-name');
const VISIBILITY = nameId('visibility');
const PARAGRAPH = nameId('p');
const SPAN = nameId('span');
const SPACES = nameId('s');
const SPACES_COUNT = nameId('c');
const TAB = nameId('tab');
const LINE_BREAK = nameId('line-break');
/** What stands in a cell or a sheet and is no text of a cell: notes, drawings, former contents. */
const UNREAD: ReadonlySet<number> = new Set(
  ['annotation', 'frame', 'custom-shape', 'shapes', 'tracked-changes', 'ruby-text', 'note', 'dde-links'].map(nameId),
);
const SPACES_MAX = 1000;

interface Body {
  readonly styles: Styles;
  readonly selection: Selection;
  readonly sink: messages.ReadSink;
  /** Whether the sheet of that place, from 0, is wanted. */
  readonly isRead: (sheet: number) => boolean;
  readonly begin: (sheet: number) => void;
}

interface OpenCell {
  readonly value: CellValue;
  readonly repeated: number;
  text: string;
  struck: string;
  paragraphs: number;
}

/** Turns the tables of a content part into rows for the selection; `ended` counts the sheets that were passed. */
function bodyHandler({ styles, selection, sink, isRead, begin }: Body): XmlHandler & { ended: number } {
  let sheet = -1;
  let depth = 0;
  let isWanted = false;
  let unread = 0;
  let row = 0;
  let column = 0;
  let filled = 0;
  let rowsRepeated = 1;
  let isHidden = false;
  let cells = new Map<number, messages.Cell>();
  let cell: OpenCell | null = null;
  let columns = 0;
  const columnStyles: (string | null)[] = [];
  const hiddenColumns: number[] = [];
  const merges: messages.MergedArea[] = [];
  let spans: boolean[] = [];
  let inParagraph = 0;

  const openTable = () => {
    sheet += 1;
    isWanted = isRead(sheet);
    if (!isWanted) return;
    sink.rows(selection.drain());
    begin(sheet);
    row = 0;
    columns = 0;
    columnStyles.length = 0;
    hiddenColumns.length = 0;
    merges.length = 0;
  };

  const openColumn = (tag: Attributes) => {
    const repeated = Math.min(numberAttribute(tag, COLUMNS_REPEATED), messages.CAPS.rowCells);
    const style = attribute(tag, DEFAULT_CELL_STYLE);
    const isShown = (attribute(tag, VISIBILITY) ?? 'visible') === 'visible';
    for (let at = 0; at < repeated && columns < messages.CAPS.columns; at += 1) {
      columns += 1;
      columnStyles[columns] = style;
      if (!isShown) hiddenColumns.push(columns);
    }
  };

  const openRow = (tag: Attributes) => {
    if (hiddenColumns.length > 0) sink.hidden(hiddenColumns.splice(0));
    row += 1;
    rowsRepeated = numberAttribute(tag, ROWS_REPEATED);
    isHidden = (attribute(tag, VISIBILITY) ?? 'visible') !== 'visible';
    column = 0;
    filled = 0;
    cells = new Map();
  };

  const closeRow = () => {
    // Empty rows to the end of the sheet are one that is repeated.
    if (cells.size > 0 || filled > 0) {
      if (row + rowsRepeated - 1 > messages.CAPS.rows) throw new messages.ReadError('TOO_MANY_ROWS');
      for (let at = 0; at < rowsRepeated && !selection.done; at += 1) {
        selection.take(row + at, at === rowsRepeated - 1 ? cells : new Map(cells), filled, isHidden);
        if (selection.pending >= messages.BATCH_ROWS) sink.rows(selection.drain());
      }
    }
    row += rowsRepeated - 1;
  };

  const openCell = (tag: Attributes) => {
    const repeated = numberAttribute(tag, COLUMNS_REPEATED);
    const style = attribute(tag, STYLE_NAME) ?? columnStyles[column + 1] ?? '';
    const rows = numberAttribute(tag, ROWS_SPANNED);
    if (rows > 1) {
      const right = column + numberAttribute(tag, COLUMNS_SPANNED) - 1;
      merges.push({ top: row - 1, bottom: row + rows - 2, left: column, right });
      selection.merge(merges);
    }
    cell = { value: cellValueOf(tag), repeated, text: '', struck: '', paragraphs: 0 };
    spans = [styles.struck.has(style)];
    inParagraph = 0;
  };

  const closeCell = () => {
    if (!cell) return;
    const { value, repeated, text, struck } = cell;
    cell = null;
    const isStruck = spans[0] === true;
    const shown = isStruck ? messages.EMPTY_CELL : cellOf(value, text);
    const left = struck || (isStruck ? (value.number ?? '') : '');
    for (let at = 0; at < repeated && at < messages.CAPS.rowCells; at += 1) {
      const place = column + at + 1;
      if (shown.kind !== 'empty') filled += 1;
      if (place > messages.CAPS.columns || !selection.wants(row, place)) continue;
      if (left.trim() !== '') sink.remark({ code: 'struck-out', row, column: place, text: left });
      if (shown.kind !== 'empty') cells.set(place, shown);
    }
    column += repeated;
  };

  const add = (piece: string) => {
    if (!cell || unread > 0 || inParagraph === 0) return;
    if (spans.includes(true)) cell.struck += piece;
    else cell.text += piece;
    if (cell.text.length + cell.struck.length > messages.CAPS.cellBytes) throw new messages.ReadError('CELL_TOO_BIG');
  };

  const openText = (name: number, tag: Attributes, selfClosing: boolean) => {
    if (name === PARAGRAPH && cell) {
      if (cell.paragraphs > 0 && cell.text !== '') cell.text += '\n';
      cell.paragraphs += 1;
      if (!selfClosing) inParagraph += 1;
    } else if (name === SPAN && !selfClosing) spans.push(styles.struck.has(attribute(tag, STYLE_NAME) ?? ''));
    else if (name === SPACES) add(' '.repeat(Math.min(numberAttribute(tag, SPACES_COUNT), SPACES_MAX)));
    else if (name === TAB) add(' ');
    else if (name === LINE_BREAK) add('\n');
  };

  const handler = {
    ended: 0,
    open(name: number, tag: Attributes, selfClosing: boolean) {
      if (UNREAD.has(name)) {
        if (!selfClosing) unread += 1;
      } else if (unread > 0) return;
      else if (name === TABLE) {
        if (depth === 0) openTable();
        if (!selfClosing) depth += 1;
        else if (depth === 0) handler.ended += 1;
      } else if (!isWanted || depth === 0) return;
      else if (name === CELL) {
        openCell(tag);
        if (selfClosing) closeCell();
      } else if (name === ROW) {
        openRow(tag);
        if (selfClosing) closeRow();
      } else if (name === COVERED) column += numberAttribute(tag, COLUMNS_REPEATED);
      else if (name === COLUMN) openColumn(tag);
      else openText(name, tag, selfClosing);
    },
    close(name: number) {
      if (UNREAD.has(name)) unread -= 1;
      else if (unread > 0) return;
      else if (name === TABLE) {
        depth -= 1;
        if (depth > 0) return;
        isWanted = false;
        handler.ended += 1;
      } else if (!isWanted) return;
      else if (name === CELL) closeCell();
      else if (name === ROW) closeRow();
      else if (name === PARAGRAPH && cell) inParagraph -= 1;
      else if (name === SPAN && spans.length > 1) spans.pop();
    },
    text(bytes: Buffer, start: number, end: number, encoded: boolean) {
      if (!cell || inParagraph === 0 || unread > 0) return;
      const piece = bytes.toString('utf8', start, end);
      // White space is collapsed; further blanks are elements.
      add((encoded ? unescapeXml(piece) : piece).replace(/[ \t\r\n]+/gu, ' '));
    },
  };
  return handler;
}

/** A count that is at least one. */
function numberAttribute(tag: Attributes, name: number): number {
  const text = attribute(tag, name) ?? '';
  return /^\d{1,7}$/u.test(text) ? Math.max(1, Number(text)) : 1;
}

const VALUE_TYPE = nameId('value-type');
const VALUE = nameId('value');
const DATE_VALUE = nameId('date-value');
const BOOLEAN_VALUE = nameId('boolean-value');
const STRING_VALUE = nameId('string-value');
const FORMULA = nameId('formula');

interface CellValue {
  readonly type: string;
  readonly number: string | null;
  readonly date: string | null;
  readonly boolean: string | null;
  readonly string: string | null;
  readonly isFormula: boolean;
}

const cellValueOf = (tag: Attributes): CellValue => ({
  type: attribute(tag, VALUE_TYPE) ?? '',
  number: attribute(tag, VALUE),
  date: attribute(tag, DATE_VALUE),
  boolean: attribute(tag, BOOLEAN_VALUE),
  string: attribute(tag, STRING_VALUE),
  isFormula: attribute(tag, FORMULA) !== null,
});

const NUMBERS: ReadonlySet<string> = new Set(['float', 'currency', 'percentage']);

function cellOf(value: CellValue, shown: string): messages.Cell {
  const { type, isFormula } = value;
  const cell = messages.textCell(shown === '' ? (value.string ?? '') : shown);
  // The text of an error may stand beside a number or an empty text.
  if (cell.kind === 'error') return cell;
  if (NUMBERS.has(type)) {
    const number = value.number === null || value.number.trim() === '' ? Number.NaN : sheetNumber(Number(value.number));
    return Number.isFinite(number) ? { kind: 'number', text: shownNumber(number, shown), number } : cell;
  }
  if (type === 'boolean') {
    const truth = value.boolean === 'true';
    return { kind: 'boolean', text: truth ? 'ИСТИНА' : 'ЛОЖЬ', number: truth ? 1 : 0 };
  }
  if (type === 'date' || type === 'time') return { kind: 'date', text: shownDate(value.date, shown) };
  return cell.kind === 'empty' && isFormula && type === '' ? messages.FORMULA_CELL : cell;
}

/** A number in groups of thousands, with either sign before its fraction. */
const GROUPED = /(?<!\d)\d{1,20}(?:[,\s]\d{3}){0,7}(?:[.,]\d{1,20})?/u;
const SHOWN_MAX = 60;

/** What the sheet shows, as an .xlsx does: with a decimal point and blanks between thousands; all digits of a rounded number. */
function shownNumber(number: number, shown: string): string {
  const exact = plainDigits(number);
  if (shown === '' || shown.length > SHOWN_MAX || /\dE[+-]?\d|^#+$/iu.test(shown)) return exact;
  return shown.replace(GROUPED, (digits) => {
    const fraction = /[.,]\d+$/u.exec(digits)?.[0] ?? '';
    const isThousand = fraction.length === 4 && fraction[0] === ',' && Math.abs(number) >= 1000;
    const whole = isThousand ? digits : digits.slice(0, digits.length - fraction.length);
    return whole.replace(/[,\s]/gu, ' ') + (isThousand ? '' : fraction.replace(',', '.'));
  });
}

function shownDate(iso: string | null, shown: string): string {
  if (iso === null) return shown;
  const date = new Date(iso.includes('T') ? `${iso.slice(0, 19)}Z` : iso);
  return Number.isNaN(date.getTime()) ? shown : showMoment(date);
}
