import { ownColumns } from '../sheets/own-columns.ts';
import type { Cell, SheetRow } from './cell.ts';
import { readCsv } from './csv.ts';
import { BATCH_BYTES, BATCH_ROWS, COLUMNS_MAX } from './limits.ts';
import { type ChildMessage, packRow, packRows, type ReadRequest, type ReadSink, type WantedRange } from './messages.ts';
import { ReadError } from './read-error.ts';
import { Selection } from './selection.ts';
import { sniffFile } from './sniff.ts';

const PROGRESS_STEP = 0.005;

type Send = (message: ChildMessage) => void;

/** Reads what is asked, in the child; everything is sent as it comes. Throws a ReadError. */
export async function readFile(request: ReadRequest, send: Send): Promise<void> {
  if (request.text !== undefined) {
    const { readText } = await import('./encoding.ts');
    return send({ kind: 'text', ...(await readText(request.file, request.text)) });
  }
  const kind = await sniffFile(request.file);
  const isAsked = request.allSheets === true || request.sheets !== undefined;
  const selection = new Selection(request, isAsked ? () => null : recogniseOwn(send), request.lookRows);
  const sink = sinkOf(selection, send);
  if (kind === 'xlsx') {
    const { unpackOnlyList } = await import('./xlsx.ts');
    if (request.unpackTo && (await unpackOnlyList(request.file, request.unpackTo))) return send({ kind: 'unpacked' });
    const { readXlsx } = await import('./xlsx.ts');
    await readXlsx(request, selection, sink);
  } else if (kind === 'csv') {
    // A text has one sheet, which has no name.
    if (request.sheets) throw new ReadError('NO_SHEET');
    await readCsv(request.file, selection, sink);
  } else {
    const { readLegacy } = await import('./legacy.ts');
    await readLegacy(request, kind, selection, sink);
  }
  sendLook(selection, send);
}

/** Messages about a sheet; `selection` holds what is told at its end. */
function sinkOf(selection: Selection, send: Send): ReadSink {
  let lastProgress = 0;
  let isHeadSent = false;
  return {
    sheet(title, all) {
      sendLook(selection, send);
      isHeadSent = false;
      send({ kind: 'sheet', title, all });
    },
    extent: (rows) => send({ kind: 'extent', rows }),
    encoding: (encoding) => send({ kind: 'encoding', encoding }),
    remark: (remark) => send({ kind: 'remark', remark }),
    rows(rows: readonly SheetRow[]) {
      if (!isHeadSent) sendHead(selection, send);
      isHeadSent = true;
      let wire: (string | number | null)[] = [];
      let characters = 0;
      let count = 0;
      for (const row of rows) {
        characters += packRow(row, wire);
        count += 1;
        if (characters < BATCH_BYTES && count < BATCH_ROWS) continue;
        send({ kind: 'rows', rows: wire });
        wire = [];
        characters = 0;
        count = 0;
      }
      if (wire.length > 0) send({ kind: 'rows', rows: wire });
    },
    progress(done) {
      if (done - lastProgress < PROGRESS_STEP) return;
      lastProgress = done;
      send({ kind: 'progress', done });
    },
  };
}

/** What stands above the rows may say how they are to be read. */
function sendHead({ head }: Selection, send: Send): void {
  if (head.length > 0) send({ kind: 'head', rows: packRows(head) });
}

function sendLook(selection: Selection, send: Send): void {
  const look = selection.takeLook();
  if (look.length > 0) send({ kind: 'look', rows: packRows(look) });
}

/** Our own price list names its columns itself: from its header on, those are read instead of the asked ones. */
const recogniseOwn =
  (send: Send) =>
  (row: number, cells: ReadonlyMap<number, Cell>): WantedRange | null => {
    const header = Array.from({ length: COLUMNS_MAX }, (_, at) => cells.get(at + 1)?.text ?? '');
    const places = ownColumns(header);
    if (!places) return null;
    const columns = Object.fromEntries(Object.entries(places).map(([name, index]) => [name, index + 1]));
    send({ kind: 'own', columns });
    return { startRow: row + 1, endRow: null, columns: Object.values(columns) };
  };
