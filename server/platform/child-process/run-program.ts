/** Runs another program, such as the build of the pages or a backup command, with limits of time and memory. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

interface Program {
  readonly command: string;
  readonly args?: readonly string[];
  /** Whether the command is a line for the shell. */
  readonly shell?: boolean;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the system shall end it before others when memory runs out. */
  readonly expendable?: boolean;
  /** Longest run, milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A program that ran out of memory: ended by the system or by itself. */
export class OutOfMemory extends Error {}

/** Exit codes by which a shell reports SIGABRT, which the engine raises at its limit, and SIGKILL of the system. */
const ABORTED = 134;
const KILLED = 137;
/** From -1000 (never) to 1000 (first); a process may raise the value of its children. */
const EXPENDABLE = '700';

const SHOWN_LINES = 15;
const SHOWN_LENGTH = 2_000;
const KEPT_LENGTH = 100_000;

/** Time that a program has to end by itself, milliseconds. */
const GRACE_MS = 5_000;

/**
 * Resolves to the last output, throws with it when the program fails, hangs or is stopped; OutOfMemory for want of it.
 */
export function runProgram({
  command,
  args = [],
  shell,
  folder,
  environment,
  expendable = false,
  ...rest
}: Program): Promise<string> {
  const signal = AbortSignal.any([rest.signal, AbortSignal.timeout(rest.timeout)]);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      shell: shell ?? false,
      // A group of its own, so that what the shell started ends with it.
      detached: process.platform !== 'win32',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (expendable) offer(child.pid);
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_LENGTH);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let lastResort: NodeJS.Timeout | undefined;
    const end = () => {
      endGroup(child.pid, 'SIGTERM');
      lastResort = setTimeout(() => endGroup(child.pid, 'SIGKILL'), GRACE_MS);
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    child.on('error', reject);
    child.on('close', (code, ended) => {
      signal.removeEventListener('abort', end);
      clearTimeout(lastResort);
      if (code === 0) return resolve(lastLines(output));
      const how = ended ? `was ended by ${ended}` : `ended with ${code}`;
      const starved =
        !signal.aborted && (ended === 'SIGKILL' || ended === 'SIGABRT' || code === ABORTED || code === KILLED);
      reject(new (starved ? OutOfMemory : Error)(`${lastLines(output)}\n(${how})`.trim()));
    });
  });
}

/** Raised before the program starts its work, because its children inherit it. */
function offer(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, EXPENDABLE);
  } catch {
    // Not Linux, or not allowed here: the system chooses for itself.
  }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function lastLines(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n');
  return lines.slice(-SHOWN_LINES).join('\n').slice(-SHOWN_LENGTH);
}
