/** Hashes and verifies passwords in threads of their own. */
import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { busy } from '../../platform/http/request.ts';

/** Cost of one hash (OWASP password storage cheat sheet): memory in KiB, passes, lanes. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}
export const HASH_COST: HashCost = { memory: 19 * 1024, passes: 2, lanes: 1 };

/** Hashes that may wait for their turn; further ones are refused with 503. */
const WAITING_MAX = 200;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

interface Phc extends HashCost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export interface Passwords {
  /** The PHC string of a new hash. Throws 503 when too many wait. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one behind `stored`; null stands for no account and costs the same. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** The same text under the same salt is the same digest, made at the cost of a password. */
  digest(text: string, salt: Buffer): Promise<string>;
  /** Whether `stored` was made at another cost than today's. */
  isOutdated(stored: string): boolean;
  /** Ends the threads; to be called after the last hash. */
  close(): Promise<void>;
  /** Hashes computed so far, and the most that ran side by side. */
  readonly counts: { readonly computed: number; readonly mostAtOnce: number };
}

/** argon2id in threads of its own, `atOnce` at a time. Passwords arrive checked and in NFKC. */
export function createPasswords(cost: HashCost = HASH_COST, atOnce = HASH_THREADS): Passwords {
  const threads = createHashThreads();
  const queue = createQueue(atOnce);
  const counts = { computed: 0, mostAtOnce: 0 };

  const derive = (password: string, { memory, passes, lanes, salt }: Omit<Phc, 'hash'>, tagLength: number) =>
    queue.run(async (running) => {
      counts.computed += 1;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, running);
      const parameters = { message: password, nonce: salt, parallelism: lanes, tagLength, memory, passes };
      return Buffer.from(await threads.compute(parameters));
    });

  const hash = async (password: string) => {
    const salt = randomBytes(SALT_BYTES);
    return formatPhc({ ...cost, salt, hash: await derive(password, { ...cost, salt }, HASH_BYTES) });
  };

  return {
    hash,
    digest: async (text, salt) => (await derive(text, { ...cost, salt }, HASH_BYTES)).toString('hex'),
    verify: async (password, stored) => {
      const known = stored === null ? null : parsePhc(stored);
      if (!known) {
        await derive(password, { ...cost, salt: randomBytes(SALT_BYTES) }, HASH_BYTES);
        return false;
      }
      return timingSafeEqual(await derive(password, known, known.hash.length), known.hash);
    },
    isOutdated: (stored) => {
      const known = parsePhc(stored);
      return known?.memory !== cost.memory || known.passes !== cost.passes || known.lanes !== cost.lanes;
    },
    close: threads.close,
    counts,
  };
}

function createQueue(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    /** Runs `work` when its turn comes; it gets the number of running pieces, itself included. */
    async run<T>(work: (running: number) => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1;
      else if (waiting.length >= WAITING_MAX) throw busy();
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work(running);
      } finally {
        leave();
      }
    },
  };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');

/** The PHC string format (https://github.com/P-H-C/phc-string-format). */
const formatPhc = ({ memory, passes, lanes, salt, hash }: Phc) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(text: string): Phc | null {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** More would only take memory: a shop has no crowd that signs in all day. */
const THREADS_MAX = 4;
/** How long a thread that has nothing to do is kept, ms: to start one takes about as long as a hash. */
const IDLE_MS = 60_000;
/** What a thread takes beside the memory of its hash; megabytes. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 } as const;

/** Threads that hashes are computed in: one core is left to everybody else, wherever there are two. */
export const hashThreadsOf = (cores: number): number => Math.max(1, Math.min(THREADS_MAX, cores - 1));
export const HASH_THREADS = hashThreadsOf(availableParallelism());

/** Threads of lowered priority that compute argon2id; started on demand, ended when idle. */
interface HashThreads {
  /** The tag. The caller keeps the number of those side by side within bounds. Throws when the thread ends meanwhile. */
  compute(parameters: Argon2Parameters): Promise<Uint8Array>;
  /** Ends all threads; to be called when nothing is being computed. */
  close(): Promise<void>;
}

function createHashThreads(): HashThreads {
  const idle: Worker[] = [];
  let timer: NodeJS.Timeout | null = null;

  const end = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
  };
  const rest = (worker: Worker) => {
    // A thread that waits for work keeps no program from ending.
    worker.unref();
    idle.push(worker);
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void end(), IDLE_MS);
    timer.unref();
  };

  return {
    compute: (parameters) =>
      new Promise((resolve, reject) => {
        const worker = idle.pop() ?? startThread(idle);
        worker.ref();
        const settle = () => worker.off('message', done).off('error', reject).off('exit', ended);
        const done = (tag: Uint8Array) => {
          settle();
          rest(worker);
          resolve(tag);
        };
        const ended = () => reject(new Error('the thread of a hash has ended'));
        worker.on('message', done).on('error', reject).on('exit', ended);
        worker.postMessage(parameters);
      }),
    close: end,
  };
}

function startThread(idle: Worker[]): Worker {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { resourceLimits: MEMORY });
  // The caller of a hash listens too; an idle thread must not end the program.
  worker.on('error', () => {});
  worker.on('exit', () => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  });
  return worker;
}
