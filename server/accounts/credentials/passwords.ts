/** Hashes and verifies passwords. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { busy } from '../../platform/http/request.ts';
import { createHashThreads, hashThreadsOf } from './hash-threads.ts';

/** Cost of one hash (OWASP password storage cheat sheet): memory in KiB, passes, lanes. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}
const HASH_COST: HashCost = { memory: 19 * 1024, passes: 2, lanes: 1 };

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
export function createPasswords(cost: HashCost = HASH_COST, atOnce = hashThreadsOf(availableParallelism())): Passwords {
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
