import { type Check, line } from './checks.ts';

/** A time zone by its IANA name. */
export const timeZone: Check<string> = (value) => {
  try {
    new Intl.DateTimeFormat('ru', { timeZone: value });
    return { value };
  } catch {
    return { problem: `is not a time zone: ${value}` };
  }
};

/** A town as a Russian sentence goes on with it: the pages decline no names. */
export const town: Check<string> = (value) =>
  /^(?:во?|на) \S/iu.test(value)
    ? line(value)
    : { problem: `must be the town with its preposition, like "в Челябинске", not "${value}"` };
