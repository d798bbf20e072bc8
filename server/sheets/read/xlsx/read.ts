import { ReadError } from '../error.ts';
import { BATCH_ROWS, SHEET_BYTES_MAX, STRINGS_BYTES_MAX, STYLES_BYTES_MAX } from '../limits.ts';
import type { NumberFormat } from '../number-format.ts';
import type { Selection } from '../selection.ts';
import { pickSheet, pickSheets } from '../sheets.ts';
import type { ReadSink } from '../sink.ts';
import type { ReadRequest } from '../wire.ts';
import { type Container, openContainer } from './container.ts';
import { type SheetContext, sheetHandler } from './sheet.ts';
import { StringTable, stringsHandler } from './strings.ts';
import { stylesHandler } from './styles.ts';
import { XmlTokenizer } from './tokenizer.ts';
import { readPart, readWorkbook } from './workbook.ts';

/** Part of the progress that reading the shared strings takes, of 1. */
const STRINGS_SHARE = 0.3;

/** Streams the rows of one sheet of an .xlsx, or of those that are asked for, to the sink; memory is bounded by the caps in limits.ts. */
export async function readXlsx(
  { file, sheet: sheetTitle, allSheets = false, sheets: wishes }: ReadRequest,
  selection: Selection,
  sink: ReadSink,
): Promise<void> {
  const container = await openContainer(file);
  try {
    const workbook = await readWorkbook(container);
    const wanted = wishes && pickSheets(workbook.sheets, wishes);
    const sheet = wanted?.[0]?.sheet ?? pickSheet(workbook.sheets, sheetTitle);
    const titles = workbook.sheets.map(({ title }) => title);
    if (!wanted) sink.sheet(sheet.title, titles);
    let formats: NumberFormat[] = [];
    if (workbook.styles) {
      const handler = stylesHandler();
      await readPart(container, workbook.styles, STYLES_BYTES_MAX, handler);
      formats = handler.formats();
    }
    const strings = new StringTable();
    const share = workbook.strings ? STRINGS_SHARE : 0;
    if (workbook.strings) {
      await readPart(container, workbook.strings, STRINGS_BYTES_MAX, stringsHandler(strings), (done) =>
        sink.progress(done * share),
      );
    }
    const book = { container, strings, formats, since1904: workbook.since1904, selection, sink };
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
    const rest = workbook.sheets.slice(workbook.sheets.indexOf(sheet) + 1).filter(({ visible }) => visible);
    for (const { part, title } of sheetTitle === null ? rest : []) {
      if (allSheets) {
        sink.sheet(title, titles);
        selection.sameOfNextSheet();
      } else if (selection.own) {
        // Our own list goes on on further sheets when one cannot hold all positions.
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

interface OpenBook extends Omit<SheetContext, 'onExtent'> {
  readonly container: Container;
  readonly sink: ReadSink;
}

async function readSheet(
  { container, sink, ...context }: OpenBook,
  part: string,
  before: number,
  span = 1 - before,
): Promise<void> {
  const { selection } = context;
  const tokenizer = new XmlTokenizer(sheetHandler({ ...context, onExtent: (rows) => sink.extent(rows) }));
  const chunks = container.part(part, SHEET_BYTES_MAX, (done) => sink.progress(before + done * span));
  for await (const chunk of chunks) {
    tokenizer.write(chunk);
    if (selection.pending >= BATCH_ROWS) sink.rows(selection.drain());
    if (selection.done) break;
  }
  if (!selection.done) tokenizer.end();
  sink.rows(selection.drain());
}
