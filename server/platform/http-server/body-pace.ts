/** How long the body of a request may go on when it arrives slowly. */

/** How long a body may still continue if nothing more of it arrives; each received byte adds time. */
export interface BodyCredit {
  /** Milliseconds; below zero the body is too slow. */
  readonly left: number;
  /** Bytes received so far. */
  readonly bytes: number;
  /** Moment of that count, milliseconds. */
  readonly at: number;
}

interface BodyPace {
  readonly graceMs: number;
  /** Bytes a second at which a body neither gains nor loses time. */
  readonly leastRate: number;
  /** Maximum time in hand, ms: the longest stop of an honest line. */
  readonly stallMs: number;
}

export const firstCredit = ({ graceMs: left }: BodyPace, bytes: number, at: number): BodyCredit => ({
  left,
  bytes,
  at,
});

/** A body that is not `read` meanwhile waits for the server and loses nothing. */
export function creditAfter(
  credit: BodyCredit,
  pace: BodyPace,
  now: { readonly bytes: number; readonly at: number; readonly isRead: boolean },
): BodyCredit {
  const earned = ((now.bytes - credit.bytes) / pace.leastRate) * 1000;
  const spent = now.isRead ? now.at - credit.at : 0;
  return { left: Math.min(credit.left + earned - spent, pace.stallMs), bytes: now.bytes, at: now.at };
}
