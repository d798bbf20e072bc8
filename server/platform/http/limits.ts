/** Limits how often clients may do things, and delays guesses at passwords. */
import type { FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import * as limits from '../../../contract/limits.ts';
import { useRefused } from '../signals.ts';
import { tooMany } from './request.ts';

const RATE_LIMITS = {
  /** Failed sign-ins to one account from one client. */
  signinFailures: { times: 5, seconds: 60 },
  /** Wrong answers to «confirm password» for one account, from any address: a stolen token has many. */
  confirmFailures: { times: 30, seconds: 3_600 },
  /** Sign-ins from one client, successful or not. */
  signinClient: { times: 30, seconds: 60 },
  signupClient: { times: 30, seconds: 60 },
  /** Recovery mails asked for by one client. */
  forgotClient: { times: 20, seconds: 60 },
  /** Invitations that one client opens or follows. */
  inviteClient: { times: 20, seconds: 60 },
  /** Changes of e-mail asked for by one client. */
  emailClient: { times: 20, seconds: 60 },
  /** Mails of one kind to one account, by any requester. */
  mailsToAccount: { times: 20, seconds: 3_600 },
  /** Mails about accounts to one address, of any kind and account: its reader may have requested none. */
  mailsToAddress: { times: 30, seconds: 3_600 },
  refreshSession: { times: 120, seconds: 60 },
  /** Requests for offers from one client, successful or not. */
  requestClient: { times: 20, seconds: 60 },
  listFile: { times: 10, seconds: 60 },
  /** Those of one network whose reading was stopped for its cost, and those in progress that may be. */
  listFileCostly: { times: 4, seconds: 60 },
  /** Mails about requests to one address of a buyer. */
  mailsToBuyer: { times: 10, seconds: 3_600 },
  profilePhoto: { times: 20, seconds: 60 },
} as const;
type RateLimitName = keyof typeof RATE_LIMITS;

export interface Limits {
  /** Counts one use by `key`; throws 429 with Retry-After when it is one too many. */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Takes one counted use back. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
}

/** Counts in the store, by default by this process alone; `factor` multiplies every allowance. */
export function createLimits(factor = 1, store: LimitStore = memoryStore): Limits {
  const counters = new Map(
    Object.entries(RATE_LIMITS).map(([name, { times, seconds }]) => [
      name as RateLimitName,
      store.counterOf({ name, points: times * factor, duration: seconds }),
    ]),
  );
  const counter = (name: RateLimitName) => {
    const found = counters.get(name);
    if (!found) throw new Error(`no limit is called ${name}`);
    return found;
  };
  return {
    take: async (name, key) => {
      try {
        await counter(name).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        useRefused.report({ limit: name });
        throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    giveBack: async (name, key) => {
      await counter(name).reward(key);
    },
  };
}

export interface Limit {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Counts the uses of one limit; `consume` rejects with a RateLimiterRes when it is one too many. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>;

/** Where uses are counted. */
export interface LimitStore {
  counterOf(limit: Limit): Counter;
  close(): Promise<void>;
}

/** Counts in this process alone; also the fallback of a common store. Its windows end by timers, not by a clock. */
export const memoryCounter = ({ name, points, duration }: Limit): Counter =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

export const memoryStore: LimitStore = { counterOf: memoryCounter, close: async () => {} };

/** Delay of the first guess that is one too many, ms; each further one doubles it. */
const FIRST_DELAY = 250;
/** Further guesses are not counted, so that the account has no delays some hours after the last one. */
const COUNTED_MAX = limits.GUESSES_FREE + 20;
const REPORT_AGAIN_AFTER = 24 * 60 * limits.MINUTE_MS;

/** Wrong passwords and second codes from one place; `last` is the moment of the latest, ms. */
export interface Guesses {
  readonly failures: number;
  readonly last: number;
}

/** Guesses that still count: one is forgiven every GUESS_FORGIVEN_MINUTES, none by setting the clock back. */
const remainingGuesses = ({ failures, last }: Guesses, now: number): number =>
  Math.max(0, failures - Math.floor(Math.max(0, now - last) / (limits.GUESS_FORGIVEN_MINUTES * limits.MINUTE_MS)));

export const afterGuess = (guesses: Guesses, now: number): Guesses => ({
  failures: Math.min(COUNTED_MAX, remainingGuesses(guesses, now) + 1),
  last: now,
});

/** A delay of the next password, ms: none at first, then doubled each time up to `most`. */
const growing = (guesses: Guesses, now: number, most: number): number => {
  const beyond = remainingGuesses(guesses, now) - limits.GUESSES_FREE;
  return beyond <= 0 ? 0 : Math.min(most, FIRST_DELAY * 2 ** (beyond - 1));
};

/** How long the next password waits before it is checked, ms. */
export const guessDelay = (guesses: Guesses, now: number): number =>
  growing(guesses, now, limits.GUESS_DELAY_MAX_SECONDS * 1000);

/** How long a known address has to wait before its next try, ms; its owner gets a turn as well as an attacker there. */
export function guessGap(guesses: Guesses, now: number): number {
  const gap = growing(guesses, now, limits.GUESS_GAP_MAX_SECONDS * 1000);
  // Shorter gaps are delays of the answer instead.
  if (gap <= limits.GUESS_DELAY_MAX_SECONDS * 1000) return 0;
  return Math.max(0, gap - Math.max(0, now - guesses.last));
}

/** Whether the owner should be notified: once a day, as soon as guesses are slowed down. */
export const shouldReportGuesses = (guesses: Guesses, reportedAt: number | null, now: number): boolean =>
  guessDelay(guesses, now) > 0 && (reportedAt === null || Math.abs(now - reportedAt) >= REPORT_AGAIN_AFTER);

/** Lines in which guesses wait before they are checked, by the name of the secret; a full line answers 429. */
export function waitingLines(pause: (ms: number) => Promise<unknown>) {
  const waiting = new Map<string, number>();
  return async (line: string, ms: number): Promise<void> => {
    const before = waiting.get(line) ?? 0;
    if (before >= limits.GUESSES_WAITING_MAX) throw tooMany(limits.GUESS_DELAY_MAX_SECONDS);
    waiting.set(line, before + 1);
    try {
      await pause(ms);
    } finally {
      const left = (waiting.get(line) ?? 1) - 1;
      if (left > 0) waiting.set(line, left);
      else waiting.delete(line);
    }
  };
}

export interface Place {
  take(): void;
  leave(): void;
}

export const places = new WeakMap<FastifyRequest, Place>();

/** Waits for something without a place among the running requests, and takes the place again afterwards. */
export async function waitWithoutPlace<Result>(request: FastifyRequest, wait: () => Promise<Result>): Promise<Result> {
  const place = places.get(request);
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.take();
  }
}
