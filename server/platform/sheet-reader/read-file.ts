/** The work of child processes that read a price list of any format: they send its rows, or an answer about it. */
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { sendMessage } from '../child-process/send-message.ts';
import { readCsv } from './csv.ts';
import * as messages from './messages.ts';
import { recogniseOwn, Selection } from './selection.ts';
import { sniffFile } from './sniff.ts';

const PROGRESS_STEP = 0.005;
/** Remarks of one code that are sent. */
const REMARKS_MAX = 10_000;

type Send = (message: messages.ChildMessage) => void;

/** Reads what is requested, in the child; everything is sent as it is read. Throws a ReadError. */
export async function readFile(whole: messages.ReadRequest, send: Send): Promise<void> {
  const request = whole.member === undefined ? whole : withinMember(whole, whole.member);
  if (request.text !== undefined) {
    const { readText } = await import('./encoding.ts');
    return send({ kind: 'text', ...(await readText(request.file, request.text)) });
  }
  const kind = await sniffFile(request.file);
  const isAsked = request.allSheets === true || request.sheets !== undefined;
  const selection = new Selection(request, isAsked ? () => null : recogniseOwn(send), request.lookRows);
  const sink = sinkOf(selection, send, request.member);
  if (kind === 'zip') {
    const { readBook, unpackList } = await import('./xlsx.ts');
    const { file, unpackTo, member = null } = request;
    const unpacked = unpackTo ? await unpackList(file, unpackTo, member) : 'none';
    if (unpacked === 'unpacked') return send({ kind: 'unpacked' });
    if (unpacked !== 'none') return send({ kind: 'members', names: unpacked });
    await readBook(request, selection, sink);
  } else if (kind === 'csv') {
    // A text has one sheet without a name.
    const wish = request.sheets?.find(({ sheet }) => sheet === '');
    if (request.sheets && !wish) throw new messages.ReadError('NO_SHEET');
    if (wish) selection.beginSheet(wish);
    await readCsv(request.file, selection, sink);
  } else {
    const { readLegacy } = await import('./legacy.ts');
    await readLegacy(request, kind, selection, sink);
  }
  endSheet(selection, send);
}

/** A request in the words of one list of a zip: its sheets have their own titles there. */
function withinMember(request: messages.ReadRequest, member: string): messages.ReadRequest {
  const wishes = request.sheets?.flatMap((wish) => {
    const sheet = messages.titleInMember(member, wish.sheet);
    return sheet === null ? [] : [{ ...wish, sheet }];
  });
  const sheet = messages.titleInMember(member, request.sheet ?? '') || null;
  return { ...request, sheet, ...(wishes && { sheets: wishes }) };
}

function sinkOf(selection: Selection, send: Send, member: string | undefined): messages.ReadSink {
  const titleOf = (title: string) => (member === undefined ? title : messages.memberTitle(member, title));
  let lastProgress = 0;
  let isHeadSent = false;
  const remarks = new Map<messages.ReadingRemark['code'], number>();
  return {
    sheet(title, all, isHidden) {
      endSheet(selection, send);
      isHeadSent = false;
      send({ kind: 'sheet', title: titleOf(title), all: all.map(titleOf), ...(isHidden && { isHidden }) });
    },
    extent: (rows) => send({ kind: 'extent', rows }),
    hidden(columns) {
      selection.hideColumns(columns);
      send({ kind: 'hidden', columns });
    },
    encoding: (encoding) => send({ kind: 'encoding', encoding }),
    remark(remark) {
      const count = remarks.get(remark.code) ?? 0;
      remarks.set(remark.code, count + 1);
      if (count < REMARKS_MAX) send({ kind: 'remark', remark });
    },
    rows(rows: readonly messages.SheetRow[]) {
      // Rows above the data may show how to read it.
      if (!isHeadSent && selection.head.length > 0) send({ kind: 'head', rows: messages.packRows(selection.head) });
      isHeadSent = true;
      let wire: (string | number | null)[] = [];
      let characters = 0;
      let count = 0;
      for (const row of rows) {
        characters += messages.packRow(row, wire);
        count += 1;
        if (characters < messages.BATCH_BYTES && count < messages.BATCH_ROWS) continue;
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

/** What is known of a sheet only after its rows. */
function endSheet(selection: Selection, send: Send): void {
  const { rows, columns } = selection.takeHidden();
  const remark = (note: messages.ReadingRemark) => send({ kind: 'remark', remark: note });
  const [column] = columns;
  if (column !== undefined)
    remark({ code: 'hidden-columns', row: 0, column, text: columns.map(columnLetters).join(', ') });
  if (rows.count > 0) remark({ code: 'hidden-rows', row: rows.first, column: null, text: String(rows.count) });
  const look = selection.takeLook();
  if (look.length > 0) send({ kind: 'look', rows: messages.packRows(look) });
}

interface AnswerBuilder<Answer> {
  /** True when no more is needed. */
  take(piece: messages.ReadPiece): boolean;
  answer(): Answer;
}

/** For a child that examines a file and sends only its answer, not the rows. To be called from its `work`. */
export const sendAnswer = <Answer>(request: messages.ReadRequest, gatherer: AnswerBuilder<Answer>): Promise<void> =>
  sendFailure(async () => {
    let isElsewhere = false;
    const answer = () => sendMessage({ kind: 'answer', answer: gatherer.answer() } satisfies messages.ChildMessage);
    await readFile(request, (message) => {
      if (message.kind === 'unpacked' || message.kind === 'members') {
        isElsewhere = true;
        sendMessage(message);
      } else if (message.kind !== 'answer' && message.kind !== 'failed' && gatherer.take(messages.pieceOf(message))) {
        answer();
        process.exit(0);
      }
    });
    if (!isElsewhere) answer();
  });

export async function sendFailure(reading: () => Promise<void>): Promise<void> {
  try {
    await reading();
  } catch (error) {
    sendMessage({ kind: 'failed', ...failureOf(error) } satisfies messages.ChildMessage);
  }
}

/** An error of a full disk is passed with its code; any other error that is no ReadError means a broken file. */
function failureOf(error: unknown): { code: string; detail: string } {
  if (error instanceof messages.ReadError) return { code: error.code, detail: error.detail };
  const { code = '' } = error as NodeJS.ErrnoException;
  return { code: messages.DISK_CODES.has(code) ? code : 'BROKEN', detail: '' };
}
