const DAY = 86_400_000;
const MINUTE = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** The day of the last minute asked for, by time zone: days begin with a minute, and every search asks for today. */
const latest = new Map<string, { readonly minute: number; readonly day: number }>();

/** The calendar day of a moment (milliseconds) in a time zone, as days since 1970-01-01. Throws on an unknown zone. */
export function dayNumber(moment: number, timeZone: string): number {
  const minute = Math.floor(moment / MINUTE);
  const known = latest.get(timeZone);
  if (known?.minute === minute) return known.day;
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const day = Date.parse(`${format.format(moment)}T00:00:00Z`) / DAY;
  latest.set(timeZone, { minute, day });
  return day;
}
