import type { ApiError } from '../errors.ts';
import { type Field, Refusal } from './field.ts';

/** Years that a day may lie in: four digits compare as texts. */
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** A day of the calendar as YYYY-MM-DD; null when it is none. */
function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  const moment = Date.parse(`${value}T00:00:00Z`);
  // The 31st of a shorter month is read as a day of the next one.
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== value ? null : value;
}

/** A day of the calendar. `error`: what the API says of what is none. */
export const day = (error: ApiError, description: string): Field<string> => ({
  schema: { type: 'string', pattern: DAY.source, description, examples: ['2026-12-31'] },
  read: (value) => readDay(value) ?? new Refusal(error),
});
