const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Pauses before the second, third, … attempt; the last one repeats, ms. */
const PAUSES = [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const LONGEST_PAUSE = 60 * MINUTE;

/** No attempt takes longer, ms. */
export const ATTEMPT_MAX = 2 * MINUTE;
/** Whoever has not finished an attempt after this was stopped in the middle of it, ms. */
export const LEASE = 5 * MINUTE;

/** Moments beyond this were set by a clock that has been set back since; what waits for them is due. */
export const clockHorizon = (now: number): number => now + 2 * LONGEST_PAUSE;

/** What becomes of a mail after an attempt that failed. */
type NextStep =
  | { readonly state: 'waiting'; readonly nextAt: number; readonly mayRepeat: boolean }
  | { readonly state: 'failed'; readonly mayRepeat: boolean };

interface FailedAttempt {
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Whether nobody knows if the mail was taken. */
  readonly mayBeTaken: boolean;
  /** Whether that was so at an earlier attempt already. */
  readonly mayRepeat: boolean;
  readonly uselessAt: number;
}

/** Growing pauses until the mail is of no use; at most one attempt after one that may have succeeded. */
export function afterFailure(attempt: FailedAttempt, now: number): NextStep {
  const mayRepeat = attempt.mayRepeat || attempt.mayBeTaken;
  const nextAt = now + (PAUSES[attempt.attempts - 1] ?? LONGEST_PAUSE);
  const wouldBeThird = attempt.mayRepeat && attempt.mayBeTaken;
  return wouldBeThird || nextAt >= attempt.uselessAt
    ? { state: 'failed', mayRepeat }
    : { state: 'waiting', nextAt, mayRepeat };
}
