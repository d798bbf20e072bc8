/** Calendar days and moments in a time zone. */
import { DAY_MS, MINUTE_MS } from '../../../contract/limits.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** The day of the last requested minute, by time zone: days begin with a minute, and every search asks for today. */
const latest = new Map<string, { readonly minute: number; readonly day: number }>();

/** The calendar day of a moment (milliseconds) in a time zone, as days since 1970-01-01. Throws on an unknown zone. */
export function dayNumber(moment: number, timeZone: string): number {
  const minute = Math.floor(moment / MINUTE_MS);
  const known = latest.get(timeZone);
  if (known?.minute === minute) return known.day;
  const format = formats.getOrInsertComputed(timeZone, () => {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  });
  const day = Date.parse(`${format.format(moment)}T00:00:00Z`) / DAY_MS;
  latest.set(timeZone, { minute, day });
  return day;
}

/** A day since 1970-01-01 as YYYY-MM-DD. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const dayOf = (moment: number, timeZone: string): string => dateOfDay(dayNumber(moment, timeZone));

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);

/** When a calendar day, given by its midnight in UTC, begins in a time zone; both in milliseconds. */
export function dayStart(day: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (moment: number) => {
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
    return sign === '-' ? -size : size;
  };
  // The second step is for the days on which clocks are changed.
  return day - offsetAt(day - offsetAt(day));
}

export const isoTime = (moment: number): string => new Date(moment).toISOString();
