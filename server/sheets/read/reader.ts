import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SheetRow } from './cell.ts';
import type { ChildOrder } from './child-boot.ts';
import { modulesOf, moduleText } from './child-modules.ts';
import { isReadErrorCode, ReadError } from './error.ts';
import { HEAP_MB } from './limits.ts';
import { type FileKind, sniffFile } from './sniff.ts';
import { watchProcess } from './watchdog.ts';
import { DISK_CODES, fromWire, type ReadRequest, type WireMessage } from './wire.ts';

const CHILD = new URL('./child.ts', import.meta.url).href;
const BOOT = new URL('./child-boot.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a file turns out to hold, piece by piece. */
export type ReadPiece =
  | Exclude<WireMessage, { kind: 'rows' | 'head' | 'look' | 'unpacked' | 'failed' | 'end' }>
  | { readonly kind: 'rows' | 'head' | 'look'; readonly rows: readonly SheetRow[] };

/**
 * Reads a file in a child process bounded in memory and time; the one price list of a zip is unpacked beside it first and
 * removed at the end. Pieces come as fast as they are taken; it ends only after the child ended cleanly, and throws a
 * ReadError otherwise, or the system's error of a full disk. Leaving the loop early ends the child.
 */
export async function* readPriceFile(request: ReadRequest, signal?: AbortSignal): AsyncGenerator<ReadPiece> {
  const kind = await sniffFile(request.file);
  if (kind !== 'xlsx') return yield* pieces(request, kind, signal);
  // A kept file may be read by several at a time, and again after a reading that was killed.
  const unpackTo = `${request.file}-${randomUUID()}.list`;
  let isUnpacked = false;
  try {
    for await (const piece of readInChild({ ...request, unpackTo }, kind, signal)) {
      if (piece.kind === 'unpacked') isUnpacked = true;
      else yield piece;
    }
    if (isUnpacked) yield* pieces({ ...request, file: unpackTo }, await sniffFile(unpackTo), signal);
  } finally {
    await rm(unpackTo, { force: true });
  }
}

/** The beginning of a text file, read as sheets are. Throws a ReadError. */
export async function readTextFile(
  file: string,
  characters: number,
  signal?: AbortSignal,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const request = { file, sheet: null, startRow: 1, endRow: 0, columns: [], text: characters };
  for await (const piece of readInChild(request, 'csv', signal))
    if (piece.kind === 'text') return { text: piece.text, isCut: piece.isCut };
  throw new ReadError('CRASHED');
}

/** What a file that is not to be unpacked holds. */
async function* pieces(
  request: ReadRequest,
  kind: FileKind,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadPiece> {
  for await (const piece of readInChild(request, kind, signal)) if (piece.kind !== 'unpacked') yield piece;
}

async function* readInChild(
  request: ReadRequest,
  kind: FileKind,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadPiece | { readonly kind: 'unpacked' }> {
  const group = kind === 'xlsx' ? 'xlsx' : kind === 'csv' ? 'text' : 'legacy';
  if (signal?.aborted) throw new ReadError('CANCELLED');
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB[group]}`,
      '--permission',
      `--allow-fs-read=${PROJECT}*`,
      `--allow-fs-read=${request.file}`,
      ...(request.unpackTo ? [`--allow-fs-write=${request.unpackTo}`] : []),
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      moduleText(BOOT),
      CHILD,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true },
  );
  let stopped: ReadError | null = null;
  const stop = (error: ReadError) => {
    stopped ??= error;
    child.kill('SIGKILL');
  };
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const unwatch = watchProcess(child.pid, group, stop);
  const onAbort = () => stop(new ReadError('CANCELLED'));
  signal?.addEventListener('abort', onAbort);
  child.stdin.on('error', () => {});
  // Made while the process starts, where they are made for the first time.
  child.stdin.end(JSON.stringify({ request, modules: modulesOf(CHILD) } satisfies ChildOrder));
  let finished = false;
  try {
    for await (const message of messages(child.stdout)) {
      if (message.kind === 'failed') throw failure(message.code, message.detail);
      if (message.kind === 'end') finished = true;
      else if (message.kind === 'rows' || message.kind === 'head' || message.kind === 'look')
        yield { kind: message.kind, rows: fromWire(message.rows) };
      else yield message;
      if (stopped) throw stopped;
    }
    await ended;
    if (stopped) throw stopped;
    if (!finished) throw new ReadError('CRASHED');
  } finally {
    unwatch();
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await ended;
  }
}

function failure(code: string, detail: string): Error {
  if (DISK_CODES.has(code)) return Object.assign(new Error(code), { code });
  return new ReadError(isReadErrorCode(code) ? code : 'BROKEN', detail);
}

async function* messages(output: AsyncIterable<Buffer>): AsyncGenerator<WireMessage> {
  let parts: Buffer[] = [];
  for await (const chunk of output) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      parts.push(chunk.subarray(from, at));
      yield JSON.parse(Buffer.concat(parts).toString('utf8')) as WireMessage;
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}
