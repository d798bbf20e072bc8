/** Reads .xlsx workbooks as a stream, and picks the price lists of a zip. */
import { createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { columnNumber } from '../../../rules/format/sheet-columns.ts';
import {
  BATCH_ROWS,
  CAPS,
  type MergedArea,
  ReadError,
  type ReadingRemark,
  type ReadRequest,
  type ReadSink,
} from './messages.ts';
import { builtInFormat, type NumberFormat, parseFormat } from './number-format.ts';
import { isOpenDocument, readOds } from './ods.ts';
import { pickSheet, pickSheets, type Selection } from './selection.ts';
import { isOn, type SheetContext, STRIKE, StringTable, sheetHandler, stringsHandler } from './xlsx-sheet.ts';
import { attribute, nameId, type XmlHandler, XmlTokenizer } from './xml-tokenizer.ts';
import { type Container, openContainer } from './zip.ts';

/** Share of the progress that reading the shared strings takes, of 1. */
const STRINGS_SHARE = 0.3;

/** Streams the rows of one sheet of an .xlsx or .ods, or of the requested ones, to the sink within CAPS. */
export async function readBook(request: ReadRequest, selection: Selection, sink: ReadSink): Promise<void> {
  const { file, sheet: sheetTitle, allSheets = false, hiddenSheets = false, sheets: wishes } = request;
  const container = await openContainer(file);
  try {
    if (await isOpenDocument(container)) return await readOds(container, request, selection, sink);
    const workbook = await readWorkbook(container);
    const wanted = wishes && pickSheets(workbook.sheets, wishes);
    const sheet = wanted?.[0]?.sheet ?? pickSheet(workbook.sheets, sheetTitle);
    const titles = workbook.sheets.map(({ title }) => title);
    if (!wanted) sink.sheet(sheet.title, titles);
    const styles = stylesHandler();
    if (workbook.styles) await readPart(container, workbook.styles, CAPS.stylesBytes, styles);
    const { formats, struck } = styles.read();
    const strings = new StringTable();
    const share = workbook.strings ? STRINGS_SHARE : 0;
    const progress = (done: number) => sink.progress(done * share);
    if (workbook.strings)
      await readPart(container, workbook.strings, CAPS.stringsBytes, stringsHandler(strings), progress);
    const book = { container, strings, formats, struck, since1904: workbook.since1904, selection, sink };
    if (wanted) {
      for (const [at, { sheet, wish }] of wanted.entries()) {
        sink.sheet(sheet.title, titles);
        selection.beginSheet(wish);
        const span = (1 - share) / wanted.length;
        await readSheet(book, sheet.part, share + at * span, span);
      }
      return;
    }
    await readSheet(book, sheet.part, share);
    const visible = workbook.sheets.slice(workbook.sheets.indexOf(sheet) + 1).filter((other) => other.visible);
    const rest = hiddenSheets ? [...visible, ...workbook.sheets.filter((other) => !other.visible)] : visible;
    for (const { part, title, visible } of sheetTitle === null ? rest : []) {
      if (allSheets) {
        sink.sheet(title, titles, !visible);
        selection.sameOfNextSheet();
      } else if (selection.own) {
        // Our own list continues on further sheets when one cannot hold all positions.
        selection.nextSheet();
      } else break;
      await readSheet(book, part, share);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ReadError('BROKEN', 'XML');
    throw error;
  } finally {
    container.close();
  }
}

interface OpenBook extends SheetContext {
  readonly container: Container;
}

async function readSheet(book: OpenBook, part: string, before: number, span = 1 - before): Promise<void> {
  const { container, selection, sink } = book;
  const isSmall = container.size(part) <= CAPS.mergesBytes;
  if (isSmall) selection.merge(await mergesOf(container, part));
  const tokenizer = new XmlTokenizer(sheetHandler(book, isSmall ? null : () => sink.remark(MERGES_UNREAD)));
  const chunks = container.part(part, CAPS.sheetBytes, (done) => sink.progress(before + done * span));
  for await (const chunk of chunks) {
    tokenizer.write(chunk);
    if (selection.pending >= BATCH_ROWS) sink.rows(selection.drain());
    if (selection.done) break;
  }
  if (!selection.done) tokenizer.end();
  sink.rows(selection.drain());
}

const MERGES_UNREAD: ReadingRemark = { code: 'merges-unread', row: 0, column: null, text: '' };
const MERGE_CELL = nameId('mergeCell');
const AREA = nameId('ref');
const END_OF_ROWS = 'sheetData>';

/** The merged areas of a sheet, which stand behind its rows. */
async function mergesOf(container: Container, part: string): Promise<MergedArea[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of container.part(part, CAPS.sheetBytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const end = bytes.lastIndexOf(END_OF_ROWS);
  const areas: MergedArea[] = [];
  if (end === -1) return areas;
  const tokenizer = new XmlTokenizer({
    open(name, tag) {
      const area = name === MERGE_CELL ? areaOf(attribute(tag, AREA) ?? '') : null;
      if (area) areas.push(area);
    },
    close() {},
    text() {},
  });
  tokenizer.write(bytes.subarray(end + END_OF_ROWS.length));
  return areas;
}

function areaOf(text: string): MergedArea | null {
  const [, left = '', top, right = '', bottom] =
    /^\$?([a-z]{1,3})\$?(\d{1,7}):\$?([a-z]{1,3})\$?(\d{1,7})$/iu.exec(text) ?? [];
  const [first, last] = [columnNumber(left), columnNumber(right)];
  if (first === null || last === null) return null;
  return { top: Number(top) - 1, bottom: Number(bottom) - 1, left: first - 1, right: last - 1 };
}

interface Workbook {
  readonly sheets: readonly { readonly title: string; readonly visible: boolean; readonly part: string }[];
  readonly strings: string | null;
  readonly styles: string | null;
  readonly since1904: boolean;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

const RELATIONSHIP = nameId('Relationship');
const SHEET = nameId('sheet');
const WORKBOOK_PROPERTIES = nameId('workbookPr');
const ID = nameId('Id');
const RELATION_ID = nameId('id');
const TYPE = nameId('Type');
const TARGET = nameId('Target');
const MODE = nameId('TargetMode');
const NAME = nameId('name');
const STATE = nameId('state');
const DATE_1904 = nameId('date1904');

async function readPart(
  container: Container,
  part: string,
  cap: number,
  handler: XmlHandler,
  progress?: (done: number) => void,
): Promise<void> {
  const tokenizer = new XmlTokenizer(handler);
  for await (const chunk of container.part(part, cap, progress)) tokenizer.write(chunk);
  tokenizer.end();
}

/** Reads the book's table of contents by its relationships, wherever the writer put the parts. */
async function readWorkbook(container: Container): Promise<Workbook> {
  const part = await findWorkbook(container);
  const relations = await readRelations(container, part);
  const target = (kind: string) => relations.find((relation) => relation.type.endsWith(kind))?.target ?? null;
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const sheets: { title: string; visible: boolean; part: string }[] = [];
  let since1904 = false;
  await readPart(container, part, CAPS.metadataBytes, {
    open(name, tag) {
      if (name === WORKBOOK_PROPERTIES) since1904 = /^(1|true)$/u.test(attribute(tag, DATE_1904) ?? '');
      if (name !== SHEET) return;
      const relation = byId.get(attribute(tag, RELATION_ID) ?? '');
      if (!relation || !/\/worksheet$/u.test(relation.type)) return;
      const sheetPart = container.find(relation.target);
      if (!sheetPart) throw new ReadError('BROKEN', 'ZIP');
      const visible = (attribute(tag, STATE) ?? 'visible') === 'visible';
      sheets.push({ title: attribute(tag, NAME) ?? '', visible, part: sheetPart });
    },
    close() {},
    text() {},
  });
  const existing = (name: string | null) => (name === null ? null : container.find(name));
  return { sheets, strings: existing(target('/sharedStrings')), styles: existing(target('/styles')), since1904 };
}

async function findWorkbook(container: Container): Promise<string> {
  const root = container.find('_rels/.rels') ? await readRelations(container, '') : [];
  const target = root.find((relation) => relation.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  if (/\.bin$/iu.test(target)) throw new ReadError('BINARY_BOOK');
  const part = container.find(target);
  if (!part || /(^|\/)(word|ppt)\//iu.test(part)) throw new ReadError('NOT_EXCEL');
  return part;
}

async function readRelations(container: Container, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const name = container.find(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (!name) return relations;
  await readPart(container, name, CAPS.metadataBytes, {
    open(tagName, tag) {
      if (tagName !== RELATIONSHIP || attribute(tag, MODE) === 'External') return;
      const target = (attribute(tag, TARGET) ?? '').replaceAll('\\', '/');
      relations.push({
        id: attribute(tag, ID) ?? '',
        type: attribute(tag, TYPE) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
    text() {},
  });
  return relations;
}

const NUM_FMT = nameId('numFmt');
const CELL_XFS = nameId('cellXfs');
const XF = nameId('xf');
const FONTS = nameId('fonts');
const FONT = nameId('font');
const FONT_ID = nameId('fontId');
const NUMBER_FORMAT_ID = nameId('numFmtId');
const CODE = nameId('formatCode');

interface CellStyles {
  /** The number format of every cell style, in the order in which cells refer to them. */
  readonly formats: NumberFormat[];
  /** The cell styles whose text is struck out. */
  readonly struck: ReadonlySet<number>;
}

function stylesHandler(): XmlHandler & { read(): CellStyles } {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  const fonts: number[] = [];
  const struckFonts = new Set<number>();
  let font = -1;
  let inCellStyles = false;
  let inFonts = false;
  return {
    open(name, tag, selfClosing) {
      if (name === NUM_FMT) custom.set(Number(attribute(tag, NUMBER_FORMAT_ID)), attribute(tag, CODE) ?? '');
      else if (name === CELL_XFS) inCellStyles = !selfClosing;
      else if (name === FONTS) inFonts = !selfClosing;
      else if (name === FONT && inFonts) font += 1;
      else if (name === STRIKE && inFonts && isOn(tag)) struckFonts.add(font);
      else if (name === XF && inCellStyles) {
        ids.push(Number(attribute(tag, NUMBER_FORMAT_ID) ?? 0));
        fonts.push(Number(attribute(tag, FONT_ID) ?? 0));
      }
    },
    close(name) {
      if (name === CELL_XFS) inCellStyles = false;
      else if (name === FONTS) inFonts = false;
    },
    text() {},
    read() {
      const known = new Map<number, NumberFormat>();
      const formats = ids.map((id) =>
        known.getOrInsertComputed(id, () => {
          const code = custom.get(id);
          return code === undefined ? builtInFormat(id) : parseFormat(code);
        }),
      );
      return { formats, struck: new Set(fonts.flatMap((id, style) => (struckFonts.has(id) ? [style] : []))) };
    },
  };
}

const PRICE_LIST = /\.(?:xlsx|xlsm|xls|ods|csv|tsv|txt|html?|mht|mhtml|xml)$/iu;
/** What is a price list where others may be a text or a page about it. */
const SURE_LIST = /\.(?:xlsx|xlsm|xls|ods|csv|tsv)$/iu;
/** Parts that only a book or a document has. */
const OF_BOOK = /^(?:_rels|xl|word|ppt)\/|^\[content_types\]\.xml$|^content\.xml$/u;
/** Files that macOS adds beside each file. */
const BESIDE = /^__macosx\/|(?:^|\/)\._/u;
/** Texts that come with a list and are none. */
const ABOUT =
  /(?:^|\/)(?:read[ _-]?me|прочти|прочитай|инструкци|licen[sc]e|лицензи|описани|о компании|контакт|реквизит)[^/]*$/iu;

/**
 * Unpacks the price list of a zip that is no workbook: the named one or the only one. Answers the names of several;
 * 'none' for a book, and where there is no list. Throws a ReadError on a damaged or huge one.
 */
export async function unpackList(
  file: string,
  target: string,
  member: string | null,
): Promise<'none' | 'unpacked' | readonly string[]> {
  const container = await openContainer(file);
  try {
    const names = [...container.names()];
    if (names.some((name) => OF_BOOK.test(name))) return 'none';
    const lists = listsAmong(names);
    const only = member === null ? (lists.length === 1 ? lists[0] : undefined) : container.find(member);
    if (!only) return lists.length === 0 ? 'none' : lists.map((name) => container.shownName(name));
    await pipeline(container.bytes(only, CAPS.zippedBytes), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    return 'unpacked';
  } finally {
    container.close();
  }
}

function listsAmong(names: readonly string[]): readonly string[] {
  const lists = names.filter((name) => PRICE_LIST.test(name) && !BESIDE.test(name));
  const withoutTexts = lists.filter((name) => SURE_LIST.test(name) || !ABOUT.test(name));
  const sure = lists.filter((name) => SURE_LIST.test(name));
  return sure.length > 0 ? sure : withoutTexts.length > 0 ? withoutTexts : lists;
}
