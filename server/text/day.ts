const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment (milliseconds) in a time zone, as days since 1970-01-01. Throws on an unknown zone. */
export function dayNumber(moment: number, timeZone: string): number {
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
  return Date.parse(`${format.format(moment)}T00:00:00Z`) / DAY;
}
