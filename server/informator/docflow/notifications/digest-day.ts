import { dayNumber } from '../../../text/day.ts';

const DAY_MS = 86_400_000;
/** Hours between which the digest of a day goes out: at eight, or as soon as a server is there again that was not. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export const dayOf = (moment: number, timeZone: string): string =>
  new Date(dayNumber(moment, timeZone) * DAY_MS).toISOString().slice(0, 10);

/** The day whose digest may go out now; null when it is too early or too late. */
export function digestDay(now: number, timeZone: string): string | null {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now),
  );
  return hour >= FIRST_HOUR && hour < LAST_HOUR ? dayOf(now, timeZone) : null;
}
