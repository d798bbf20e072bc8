import { ReadError } from '../error.ts';
import { BATCH_ROWS, SHEET_BYTES_MAX, STRINGS_BYTES_MAX, STYLES_BYTES_MAX } from '../limits.ts';
import type { NumberFormat } from '../number-format.ts';
import type { Selection } from '../selection.ts';
import { pickSheet } from '../sheets.ts';
import type { ReadSink } from '../sink.ts';
import { openContainer } from './container.ts';
import { sheetHandler } from './sheet.ts';
import { StringTable, stringsHandler } from './strings.ts';
import { stylesHandler } from './styles.ts';
import { XmlTokenizer } from './tokenizer.ts';
import { readPart, readWorkbook } from './workbook.ts';

/** Part of the progress that reading the shared strings takes, of 1. */
const STRINGS_SHARE = 0.3;

/** Streams the rows of one sheet of an .xlsx to the sink; memory is bounded by the caps in limits.ts. */
export async function readXlsx(
  file: string,
  sheetTitle: string | null,
  selection: Selection,
  sink: ReadSink,
): Promise<void> {
  const container = await openContainer(file);
  try {
    const workbook = await readWorkbook(container);
    const sheet = pickSheet(workbook.sheets, sheetTitle);
    sink.sheet(
      sheet.title,
      workbook.sheets.map(({ title }) => title),
    );
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
    const { since1904 } = workbook;
    const tokenizer = new XmlTokenizer(sheetHandler({ strings, formats, since1904, selection }));
    const chunks = container.part(sheet.part, SHEET_BYTES_MAX, (done) =>
      sink.progress(share + done * (1 - share)),
    );
    for await (const chunk of chunks) {
      tokenizer.write(chunk);
      if (selection.pending >= BATCH_ROWS) sink.rows(selection.drain());
      if (selection.done) break;
    }
    if (!selection.done) tokenizer.end();
    sink.rows(selection.drain());
  } catch (error) {
    if (error instanceof RangeError) throw new ReadError('BROKEN', 'XML');
    throw error;
  } finally {
    container.close();
  }
}
