import { dayOf } from '../../../text/day.ts';

/** Hours between which the digest of a day goes out: at eight, or as soon as a server is there again that was not. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** The day whose digest may go out now; null when it is too early or too late. */
export function digestDay(now: number, timeZone: string): string | null {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now),
  );
  return hour >= FIRST_HOUR && hour < LAST_HOUR ? dayOf(now, timeZone) : null;
}
