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

/**
 * From when on the next backup is due, milliseconds; not after `now` when it is due already: none was begun since the
 * last scheduled moment, however often the server was restarted. A failed attempt puts it off by an hour.
 */
export function dueAt(now: number, at: TimeOfDay, { done, failed }: Attempts): number {
  const today = momentOf(now, at, 0);
  const last = today <= now ? today : momentOf(now, at, -1);
  if (done !== null && done.at >= last) return today > now ? today : momentOf(now, at, 1);
  return failed !== null && failed.at >= last ? failed.at + AGAIN_MS : last;
}
