import { dayNumber, dayStart } from '../../text/day.ts';
import type { Attempts } from './record.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** After a failure it is tried again, but not at once: a full disk stays full for a while. */
const AGAIN_MS = 3_600_000;

/** When a backup is taken: minutes after midnight in a time zone. */
export interface TimeOfDay {
  readonly minutes: number;
  readonly timeZone: string;
}

/** The scheduled moment of the day of `now` plus so many days, milliseconds. */
const momentOf = (now: number, { minutes, timeZone }: TimeOfDay, days: number): number =>
  dayStart((dayNumber(now, timeZone) + days) * DAY_MS, timeZone) + minutes * MINUTE_MS;

/** What is yet to come was noted by a clock that has been set back since: it counts as none, or it would keep backups away. */
const upTo = <Noted extends { readonly at: number }>(now: number, noted: Noted | null): Noted | null =>
  noted !== null && noted.at <= now ? noted : null;

/**
 * From when on the next backup is due, milliseconds; not after `now` when it is due already: none was begun since the
 * last scheduled moment, however often the server was restarted. A failed attempt puts it off by an hour.
 */
export function dueAt(now: number, at: TimeOfDay, attempts: Attempts): number {
  const done = upTo(now, attempts.done);
  const failed = upTo(now, attempts.failed);
  const today = momentOf(now, at, 0);
  const last = today <= now ? today : momentOf(now, at, -1);
  if (done !== null && done.at >= last) return today > now ? today : momentOf(now, at, 1);
  return failed !== null && failed.at >= last ? failed.at + AGAIN_MS : last;
}
