/** How long a body may still go on if nothing more of it comes; each byte that comes buys time. */
export interface BodyCredit {
  /** Milliseconds; below zero the body is too slow. */
  readonly left: number;
  /** Bytes received so far. */
  readonly bytes: number;
  /** When that was, milliseconds. */
  readonly at: number;
}

export interface BodyPace {
  /** Time that every body has to begin with, ms. */
  readonly graceMs: number;
  /** Bytes a second at which a body neither gains nor loses time. */
  readonly leastRate: number;
  /** Most time that a body can have in hand, ms: the longest stop of an honest line. */
  readonly stallMs: number;
}

/** The credit of a body that has just begun. */
export const firstCredit = ({ graceMs }: BodyPace, bytes: number, at: number): BodyCredit => ({
  left: graceMs,
  bytes,
  at,
});

/** The credit after so many bytes in all; a body that is not `read` meanwhile waits for us and loses nothing. */
export function creditAfter(
  credit: BodyCredit,
  pace: BodyPace,
  now: { readonly bytes: number; readonly at: number; readonly isRead: boolean },
): BodyCredit {
  const earned = ((now.bytes - credit.bytes) / pace.leastRate) * 1000;
  const spent = now.isRead ? now.at - credit.at : 0;
  return { left: Math.min(credit.left + earned - spent, pace.stallMs), bytes: now.bytes, at: now.at };
}
