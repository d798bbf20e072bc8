import { type ChildProcess, spawn } from 'node:child_process';

/** A command of a check, run in a group of processes of its own. */
export interface Command {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its output is shown as it comes. Else it is collected and shown whole at its end: another one may run beside it. */
  readonly streamed: boolean;
}

export interface Ended {
  /** It exited with 0. */
  readonly ok: boolean;
  readonly seconds: number;
}

const running = new Set<ChildProcess>();
let leaving = false;
/** Longest time that the children have to end what they started, ms. */
const PATIENCE = 15_000;

/** Runs one command under a heading, and prints at its end whether it passed and how long it took. */
export async function runCommand({ title, command, args, env, streamed }: Command): Promise<Ended> {
  console.log(`\n=== ${title}`);
  const started = performance.now();
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  });
  running.add(child);
  let collected = '';
  // Whole lines only, so that what another check says stands between two of them.
  for (const stream of [child.stdout, child.stderr])
    eachPiece(stream, (piece) => {
      if (streamed) process.stdout.write(piece);
      else collected += piece;
    });
  const ok = await new Promise<boolean>((resolve) => {
    // After a request to stop nothing more is printed or begun.
    child.on('error', (error) => {
      collected += `${error.message}\n`;
      resolve(false);
    });
    child.on('close', (code) => {
      if (!leaving) resolve(code === 0);
    });
  });
  running.delete(child);
  const seconds = (performance.now() - started) / 1000;
  if (collected.trim() !== '') process.stdout.write(`\n--- ${title} said:\n${collected}`);
  console.log(`=== ${title}: ${ok ? 'ok' : 'FAILED'} (${Math.round(seconds)} s)`);
  return { ok, seconds };
}

/** Hands on what has come up to the last end of a line, and the rest at the end. */
function eachPiece(stream: NodeJS.ReadableStream, take: (piece: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const whole = rest + chunk;
    const end = whole.lastIndexOf('\n') + 1;
    rest = whole.slice(end);
    if (end > 0) take(whole.slice(0, end));
  });
  stream.on('end', () => {
    if (rest !== '') take(`${rest}\n`);
  });
}

/** The end of this process also ends what the checks have started; `leave` cleans up behind them. */
export function endChecksWithUs(leave: () => void): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.once(signal, async () => {
      leaving = true;
      const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
      for (const child of running) signalGroup(child, signal);
      await Promise.race([Promise.all(ended), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      for (const child of running) signalGroup(child, 'SIGKILL');
      leave();
      process.exit(128 + number);
    });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The whole group has ended meanwhile.
  }
}

/** Something to do that keeps so many cores busy. */
export interface Task<T> {
  readonly cores: number;
  readonly run: () => Promise<T>;
}

/**
 * Does the tasks in their order, each as soon as one core is free: one that wants two cores begins beside the last that
 * has only one, so that none stands idle. The results are in the order of the tasks.
 */
export function inPool<T>(cores: number, tasks: readonly Task<T>[]): Promise<T[]> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const next = () => {
    while (busy < cores && waiting.length > 0) waiting.shift()?.();
  };
  const results = tasks.map(
    (task) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(() => {
          busy += task.cores;
          const done = task.run().finally(() => {
            busy -= task.cores;
            next();
          });
          done.then(resolve, reject);
        });
      }),
  );
  next();
  return Promise.all(results);
}
