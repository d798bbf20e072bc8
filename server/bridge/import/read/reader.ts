import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SheetRow } from './cell.ts';
import { isReadErrorCode, ReadError } from './error.ts';
import { HEAP_MB } from './limits.ts';
import { sniffFile } from './sniff.ts';
import { watchProcess } from './watchdog.ts';
import { fromWire, type ReadRequest, type WireMessage } from './wire.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What a file turns out to hold, piece by piece. */
export type ReadPiece =
  | Exclude<WireMessage, { kind: 'rows' | 'failed' | 'end' }>
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] };

/**
 * Reads a file in a child process bounded in memory and time. Pieces come as fast as they are taken; it ends only
 * after the child ended cleanly, and throws a ReadError otherwise. Leaving the loop early ends the child.
 */
export async function* readPriceFile(request: ReadRequest, signal?: AbortSignal): AsyncGenerator<ReadPiece> {
  const kind = await sniffFile(request.file);
  const group = kind === 'xlsx' ? 'xlsx' : kind === 'csv' ? 'text' : 'legacy';
  if (signal?.aborted) throw new ReadError('CANCELLED');
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HEAP_MB[group]}`,
      '--permission',
      `--allow-fs-read=${PROJECT}*`,
      `--allow-fs-read=${request.file}`,
      '--disable-warning=ExperimentalWarning',
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
  child.stdin.end(JSON.stringify(request));
  let finished = false;
  try {
    for await (const message of messages(child.stdout)) {
      if (message.kind === 'failed') throw failure(message.code, message.detail);
      if (message.kind === 'end') finished = true;
      else if (message.kind === 'rows') yield { kind: 'rows', rows: message.rows.map(fromWire) };
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

const failure = (code: string, detail: string) =>
  new ReadError(isReadErrorCode(code) ? code : 'BROKEN', detail);

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
