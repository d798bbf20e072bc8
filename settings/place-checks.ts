import { type Check, line } from './checks.ts';

/** A time zone by its IANA name. */
export const timeZone: Check<string> = (value) => {
  try {
    new Intl.DateTimeFormat('ru', { timeZone: value });
    return { value };
  } catch {
    return { problem: `is not a time zone: ${value}`, russian: 'часовой пояс вида Asia/Yekaterinburg' };
  }
};

/** A town as a Russian sentence goes on with it: the pages decline no names. */
export const town: Check<string> = (value) =>
  /^(?:во?|на) \S/iu.test(value)
    ? line(value)
    : {
        problem: `must be the town with its preposition, like "в Челябинске", not "${value}"`,
        russian: 'город с предлогом, например «в Челябинске»',
      };

/** Fewest digits of a phone, as a small town has them. */
const DIGITS_LEAST = 5;

/** A phone as people write it: whatever stands around its digits. */
export const phone: Check<string> = (value) => {
  const checked = line(value);
  return 'problem' in checked || value.replace(/\D/g, '').length >= DIGITS_LEAST
    ? checked
    : {
        problem: `must be a phone with at least ${DIGITS_LEAST} digits, not "${value}"`,
        russian: `телефон, в котором не меньше ${DIGITS_LEAST} цифр`,
      };
};
