/** Reads uploaded price lists from the main process, each in a child process. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Caps, messagesOfProcess, ProcessEnded } from '../child-process/run.ts';
import * as messages from './messages.ts';
import { type FileKind, sniffFile } from './sniff.ts';

const CHILD = new URL('./child.ts', import.meta.url).href;

interface Reading {
  /** Address of the child's module. */
  readonly child: string;
  readonly caps?: Partial<Caps>;
  readonly signal?: AbortSignal | undefined;
}

type AnsweredPiece = messages.ReadPiece | Extract<messages.ChildMessage, { kind: 'answer' }>;

/**
 * Reads in a child bounded in memory and time; the one price list of a zip is unpacked beside the file and removed at
 * the end. Pieces arrive as fast as they are consumed. Ends only after the child ended cleanly, else throws a
 * ReadError, or the system's error of a full disk. Leaving the loop early ends the child.
 */
export async function* readPriceFile(
  request: messages.ReadRequest,
  signal?: AbortSignal,
): AsyncGenerator<messages.ReadPiece> {
  for await (const piece of readWith(request, { child: CHILD, signal })) if (piece.kind !== 'answer') yield piece;
}

export const readAnswers = (request: messages.ReadRequest, child: string, signal?: AbortSignal) =>
  readWith(request, { child, signal });

/**
 * The answer of a child that uses `sendAnswer`; `caps` override those of reading. Of several lists in a zip the answers,
 * which have to be lists, are one. Throws a ReadError.
 */
export async function answerOfFile<Answer>(
  request: messages.ReadRequest,
  { child, caps, signal }: Reading,
): Promise<Answer> {
  const answers: Answer[] = [];
  for await (const piece of readWith(request, { child, caps: caps ?? {}, signal }))
    if (piece.kind === 'answer') answers.push(piece.answer as Answer);
  const [first] = answers;
  if (first === undefined) throw new messages.ReadError('CRASHED');
  return answers.length === 1 ? first : (answers.flat() as Answer);
}

/** The beginning of a text file, in the same child. Throws a ReadError. */
export async function readTextFile(file: string, characters: number, signal?: AbortSignal) {
  const request = { file, sheet: null, startRow: 1, endRow: 0, columns: [], text: characters };
  for await (const piece of readInChild(request, 'csv', { child: CHILD, signal }))
    if (piece.kind === 'text') return { text: piece.text, isCut: piece.isCut };
  throw new messages.ReadError('CRASHED');
}

/** Price lists of one zip that are read together. */
const MEMBERS_MAX = 20;

async function* readWith(request: messages.ReadRequest, reading: Reading): AsyncGenerator<AnsweredPiece> {
  const kind = await sniffFile(request.file);
  if (kind !== 'zip') return yield* pieces(request, kind, reading);
  let members: readonly string[] = [];
  for await (const piece of readZip(request, reading)) {
    if (piece.kind === 'members') members = wantedMembers(piece.names, request);
    else yield piece;
  }
  for (const [at, member] of members.entries()) {
    const own = { ...request, member, isFurther: at > 0 };
    for await (const piece of readZip(own, reading)) if (piece.kind !== 'members') yield piece;
  }
}

/** Of several lists those whose sheets are requested; throws a ReadError that names all where none is. */
function wantedMembers(names: readonly string[], { sheet, sheets, allSheets }: messages.ReadRequest) {
  const wishes = sheets ? sheets.map((wish) => wish.sheet) : sheet ? [sheet] : [];
  const isWanted = (name: string) => wishes.some((wish) => messages.titleInMember(name, wish) !== null);
  const wanted = allSheets ? names : names.filter(isWanted);
  if (wanted.length === 0 || wanted.length > MEMBERS_MAX)
    throw new messages.ReadError('SEVERAL_LISTS', names.slice(0, MEMBERS_MAX).join(', '));
  return wanted;
}

/** Reads a zip that is a book, or its one or wanted list; or the names of its lists. */
async function* readZip(request: messages.ReadRequest, reading: Reading) {
  // A stored file may be read several times at once, and again after a reading that was killed.
  const unpackTo = `${request.file}-${randomUUID()}.list`;
  let isUnpacked = false;
  try {
    for await (const piece of readInChild({ ...request, unpackTo }, 'zip', reading)) {
      if (piece.kind === 'unpacked') isUnpacked = true;
      else yield piece;
    }
    if (isUnpacked) yield* pieces({ ...request, file: unpackTo }, await sniffFile(unpackTo), reading);
  } finally {
    await rm(unpackTo, { force: true });
  }
}

async function* pieces(request: messages.ReadRequest, kind: FileKind, reading: Reading): AsyncGenerator<AnsweredPiece> {
  for await (const piece of readInChild(request, kind, reading))
    if (piece.kind !== 'unpacked' && piece.kind !== 'members') yield piece;
}

async function* readInChild(
  request: messages.ReadRequest,
  kind: FileKind,
  { child, caps, signal }: Reading,
): AsyncGenerator<AnsweredPiece | Extract<messages.ChildMessage, { kind: 'unpacked' | 'members' }>> {
  const group = kind === 'zip' ? 'xlsx' : kind === 'csv' ? 'text' : 'legacy';
  const apart = {
    module: child,
    task: request,
    reads: [request.file, request.stageTo].filter((path) => path !== undefined),
    writes: [request.unpackTo, request.stageTo].filter((path) => path !== undefined && path !== null),
    caps: { ...messages.READING_CAPS[group], ...caps },
  };
  try {
    for await (const message of messagesOfProcess<messages.ChildMessage>(apart, signal)) {
      if (message.kind === 'failed') throw failure(message.code, message.detail);
      yield messages.pieceOf(message);
    }
  } catch (error) {
    throw error instanceof ProcessEnded ? new messages.ReadError(error.code) : error;
  }
}

function failure(code: string, detail: string): Error {
  if (messages.DISK_CODES.has(code)) return Object.assign(new Error(code), { code });
  return new messages.ReadError(messages.isReadErrorCode(code) ? code : 'BROKEN', detail);
}
