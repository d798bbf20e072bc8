import { ReadError } from '../error.ts';
import { BATCH_ROWS, SHEET_BYTES_MAX, STRINGS_BYTES_MAX, STYLES_BYTES_MAX } from '../limits.ts';
import type { NumberFormat } from '../number-format.ts';
import type { Selection } from '../selection.ts';
import { pickSheet } from '../sheets.ts';
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

/** Streams the rows of one sheet of an .xlsx to the sink; memory is bounded by the caps in limits.ts. */
export async function readXlsx(
  { file, sheet: sheetTitle, allSheets = false }: ReadRequest,
  selection: Selection,
  sink: ReadSink,
): Promise<void> {
  const container = await openContainer(file);
  try {
    const workbook = await readWorkbook(container);
    const sheet = pickSheet(workbook.sheets, sheetTitle);
    const titles = workbook.sheets.map(({ title }) => title);
    sink.sheet(sheet.title, titles);
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

interface OpenBook extends SheetContext {
  readonly container: Container;
  readonly sink: ReadSink;
}

async function readSheet(
  { container, sink, ...context }: OpenBook,
  part: string,
  share: number,
): Promise<void> {
  const { selection } = context;
  const tokenizer = new XmlTokenizer(sheetHandler(context));
  const chunks = container.part(part, SHEET_BYTES_MAX, (done) => sink.progress(share + done * (1 - share)));
  for await (const chunk of chunks) {
    tokenizer.write(chunk);
    if (selection.pending >= BATCH_ROWS) sink.rows(selection.drain());
    if (selection.done) break;
  }
  if (!selection.done) tokenizer.end();
  sink.rows(selection.drain());
}
