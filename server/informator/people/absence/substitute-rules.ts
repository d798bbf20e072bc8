/** Years that a day may lie in: four digits compare as texts. */
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** A day of the calendar as YYYY-MM-DD; null when it is none. */
export function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  const moment = Date.parse(`${value}T00:00:00Z`);
  // The 31st of a shorter month is read as a day of the next one.
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== value ? null : value;
}
