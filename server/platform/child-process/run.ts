/** Runs untrusted work, such as reading an uploaded file, in a child process with caps and without rights. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Order } from './boot.ts';
import { modulesOf, moduleText } from './modules.ts';

const BOOT = new URL('./boot.ts', import.meta.url).href;
const PACKAGES = fileURLToPath(new URL('../../../node_modules/*', import.meta.url));

/** Why a child process did not end by itself. */
type EndedCode = 'TOO_MUCH_MEMORY' | 'TOO_MUCH_TIME' | 'CANCELLED' | 'CRASHED';

/** Work that was ended from outside or broke down. */
export class ProcessEnded extends Error {
  readonly code: EndedCode;

  constructor(code: EndedCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'EndedApart';
    this.code = code;
  }
}

interface ProcessTask {
  /** Address of a module that exports `work(task)` and sends its results by send-message.ts. */
  readonly module: string;
  /** As JSON carries it. */
  readonly task: unknown;
  /** The only files it may read beside its modules. */
  readonly reads: readonly string[];
  /** The only files it may write. */
  readonly writes?: readonly string[];
  readonly caps: Caps;
}

/**
 * Runs work on untrusted input in a process with caps on memory and time, no environment, no network, and of the disk
 * only its modules, the packages and the named files. Messages arrive as fast as they are consumed. Ends only after the
 * process ended cleanly, else throws ProcessEnded. Leaving the loop early ends the process.
 */
export async function* messagesOfProcess<Message>(
  { module, task, reads, writes = [], caps }: ProcessTask,
  signal?: AbortSignal,
): AsyncGenerator<Message> {
  if (signal?.aborted) throw new ProcessEnded('CANCELLED');
  const modules = modulesOf(module);
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${caps.heapMb}`,
      '--permission',
      ...[...Object.keys(modules).map((address) => fileURLToPath(address)), PACKAGES, ...reads].map(
        (path) => `--allow-fs-read=${path}`,
      ),
      ...writes.map((path) => `--allow-fs-write=${path}`),
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      moduleText(BOOT),
      module,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, windowsHide: true },
  );
  let stopped: ProcessEnded | null = null;
  const stop = (code: EndedCode) => {
    stopped ??= new ProcessEnded(code);
    child.kill('SIGKILL');
  };
  const ended = once(child, 'close').then(
    ([code]) => code === 0,
    (cause: unknown) => {
      stopped ??= new ProcessEnded('CRASHED', { cause });
      return false;
    },
  );
  // Without pipes, where the system has no process or file descriptor left, no work can be sent.
  if (!child.stdin || !child.stdout) {
    await ended;
    throw stopped ?? new ProcessEnded('CRASHED');
  }
  // A failed kill emits an error too, possibly after everything else has ended.
  child.on('error', () => {});
  const unwatch = watchProcess(child.pid, caps, stop);
  const onAbort = () => stop('CANCELLED');
  signal?.addEventListener('abort', onAbort);
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ task, modules } satisfies Order));
  try {
    for await (const message of lines(child.stdout)) {
      yield message as Message;
      if (stopped) throw stopped;
    }
    const isClean = await ended;
    if (stopped) throw stopped;
    if (!isClean) throw new ProcessEnded('CRASHED');
  } finally {
    unwatch();
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await ended;
  }
}

async function* lines(output: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let parts: Buffer[] = [];
  for await (const chunk of output) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      parts.push(chunk.subarray(from, at));
      yield JSON.parse(Buffer.concat(parts).toString('utf8'));
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}

/** Clock ticks a second in /proc/<pid>/stat; the kernel's interface fixes it. */
const TICKS = 100;
const WATCH_MS = 50;

export interface Caps {
  /** Heap, megabytes. */
  readonly heapMb: number;
  /** Resident memory at which it is killed, megabytes. */
  readonly residentMb: number;
  /** Processor time at which it is killed, seconds. */
  readonly cpuSeconds: number;
  /** Longest life, milliseconds, waiting included. */
  readonly wallMs: number;
}

/** Calls `stop` at too much memory, processor time or life; returns the end of the watch. Without /proc only time counts. */
function watchProcess(
  pid: number | undefined,
  { residentMb, cpuSeconds, wallMs }: Caps,
  stop: (code: 'TOO_MUCH_MEMORY' | 'TOO_MUCH_TIME') => void,
): () => void {
  const wall = setTimeout(() => stop('TOO_MUCH_TIME'), wallMs);
  const look = setInterval(() => {
    const use = pid === undefined ? null : processUse(pid);
    if (!use) return;
    if (use.residentMb > residentMb) stop('TOO_MUCH_MEMORY');
    else if (use.cpuSeconds > cpuSeconds) stop('TOO_MUCH_TIME');
  }, WATCH_MS);
  return () => {
    clearTimeout(wall);
    clearInterval(look);
  };
}

function processUse(pid: number): { residentMb: number; cpuSeconds: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const residentKb = Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0);
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /su, '')
      .split(' ');
    return { residentMb: residentKb / 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
  } catch {
    return null;
  }
}
