import type { FastifyRequest } from 'fastify';
import {
  GUESS_DELAY_MAX_SECONDS,
  GUESS_FORGIVEN_MINUTES,
  GUESS_GAP_MAX_SECONDS,
  GUESSES_FREE,
  GUESSES_WAITING_MAX,
  MINUTE_MS,
} from '../../../contract/limits.ts';
import { tooMany } from './request.ts';

/** Delay of the first guess that is one too many, ms; each further one doubles it. */
const FIRST_DELAY = 250;
/** More are not counted, so that an account is quick again some hours after the last guess, however many there were. */
const COUNTED_MAX = GUESSES_FREE + 20;
const REPORT_AGAIN_AFTER = 24 * 60 * MINUTE_MS;

/** Wrong passwords and second codes from one place; `last` is the moment of the latest, ms. */
export interface Guesses {
  readonly failures: number;
  readonly last: number;
}

/** What is left of them: one is forgiven every GUESS_FORGIVEN_MINUTES. A clock that was set back forgives nothing. */
export const remainingGuesses = ({ failures, last }: Guesses, now: number): number =>
  Math.max(0, failures - Math.floor(Math.max(0, now - last) / (GUESS_FORGIVEN_MINUTES * MINUTE_MS)));

/** With one more. */
export const afterGuess = (guesses: Guesses, now: number): Guesses => ({
  failures: Math.min(COUNTED_MAX, remainingGuesses(guesses, now) + 1),
  last: now,
});

/** How long the next password has to wait, ms: nothing at first, then twice as long each time up to `most`. */
const growing = (guesses: Guesses, now: number, most: number): number => {
  const beyond = remainingGuesses(guesses, now) - GUESSES_FREE;
  return beyond <= 0 ? 0 : Math.min(most, FIRST_DELAY * 2 ** (beyond - 1));
};

/** How long the next password waits before it is looked at, ms. */
export const guessDelay = (guesses: Guesses, now: number): number =>
  growing(guesses, now, GUESS_DELAY_MAX_SECONDS * 1000);

/**
 * How long it is until a known address, where a few guesses a minute would go on for ever, may try again, ms. Its owner gets his
 * turn as well as whoever guesses there.
 */
export function guessGap(guesses: Guesses, now: number): number {
  const gap = growing(guesses, now, GUESS_GAP_MAX_SECONDS * 1000);
  // Shorter ones are waited for.
  if (gap <= GUESS_DELAY_MAX_SECONDS * 1000) return 0;
  return Math.max(0, gap - Math.max(0, now - guesses.last));
}

/** Whether the owner should hear of it: once a day, from the moment on that guesses are slowed down. */
export const shouldReportGuesses = (guesses: Guesses, reportedAt: number | null, now: number): boolean =>
  guessDelay(guesses, now) > 0 && (reportedAt === null || Math.abs(now - reportedAt) >= REPORT_AGAIN_AFTER);

/**
 * Lines in which guesses wait before they are looked at, by the name of what is guessed at: of one line so many wait at once,
 * further ones are answered 429.
 */
export function waitingLines(pause: (ms: number) => Promise<unknown>) {
  const waiting = new Map<string, number>();
  return async (line: string, ms: number): Promise<void> => {
    const before = waiting.get(line) ?? 0;
    if (before >= GUESSES_WAITING_MAX) throw tooMany(GUESS_DELAY_MAX_SECONDS);
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

/** The place of a request among those at work. */
export interface Place {
  take(): void;
  leave(): void;
}

export const places = new WeakMap<FastifyRequest, Place>();

/** Lets a request wait for something without a place among those at work, which it takes again afterwards. */
export async function waitWithoutPlace<Result>(request: FastifyRequest, wait: () => Promise<Result>): Promise<Result> {
  const place = places.get(request);
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.take();
  }
}
