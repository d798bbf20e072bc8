import { resolve } from 'node:path';

/**
 * A checked value, or what is wrong with it: in English a sentence that goes on after the variable's name, in Russian what
 * was expected.
 */
type Checked<T> = { readonly value: T } | { readonly problem: string; readonly russian: string };
/** Reads the text of a setting, which is empty only where its default is. */
export type Check<T> = (text: string) => Checked<T>;

/** Any text; `shortest` guards secrets against being too easy. */
export const text =
  (shortest = 0): Check<string> =>
  (value) =>
    value !== '' && value.length < shortest
      ? { problem: `must have at least ${shortest} characters`, russian: `символов не меньше ${shortest}` }
      : { value };

/** A file or a folder, or empty. Relative ones begin at the current folder. */
export const path: Check<string> = (value) => ({ value: value && resolve(value) });

/** Text that is put into pages and feeds: one line, without characters that nobody sees. */
export const line: Check<string> = (value) =>
  /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u.test(value)
    ? { problem: 'must be one line of text without control characters', russian: 'одна строка текста' }
    : { value };

/** A comma list of such texts; empty ones between commas do not count. */
export const lines: Check<readonly string[]> = (value) => {
  const checked = line(value);
  return 'problem' in checked ? checked : { value: commaList(checked.value) };
};

/** A whole number within bounds. */
export const integer =
  (least: number, most: number): Check<number> =>
  (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most
      ? { value: number }
      : {
          problem: `must be a whole number from ${least} to ${most}, not "${value}"`,
          russian: `целое число от ${least} до ${most}`,
        };
  };

/** A part of a whole: 0 is nothing of it, 1 all. */
export const share: Check<number> = (value) => {
  const number = /^(?:0|1|0?\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  return number >= 0 && number <= 1
    ? { value: number }
    : { problem: `must be a number from 0 to 1, not "${value}"`, russian: 'число от 0 до 1' };
};

/** One of a few words. */
export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Check<T> =>
  (value) => {
    const found = allowed.find((each) => each === value);
    return found === undefined
      ? {
          problem: `must be one of ${allowed.join(', ')}, not "${value}"`,
          russian: `одно из слов: ${allowed.join(', ')}`,
        }
      : { value: found };
  };

const MODES = ['production', 'development', 'test'] as const;

/** How the program is run: one of MODES, or empty. Anything near one of them would quietly mean none. */
export const mode: Check<(typeof MODES)[number] | ''> = (value) => {
  const found = value === '' ? '' : MODES.find((each) => each === value);
  if (found !== undefined) return { value: found };
  const meant = MODES.find((each) => each[0] === value[0]?.toLowerCase());
  const hint = meant ? `: did you mean ${meant}?` : '';
  return {
    problem: `must be ${MODES.join(', ')} or empty, not "${value}"${hint}`,
    russian: `${MODES.join(', ')} или ничего${meant ? `; вероятно, ${meant}` : ''}`,
  };
};

/** A comma list of known names. */
export const list =
  <const T extends string>(allowed: readonly T[]): Check<readonly T[]> =>
  (value) => {
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !allowed.includes(name as T));
    return unknown.length > 0
      ? {
          problem: `names unknown services: ${unknown.join(', ')} (known: ${allowed.join(', ')})`,
          russian: `службы через запятую, какие есть: ${allowed.join(', ')}`,
        }
      : { value: names as T[] };
  };

const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];

/** On or off in any usual spelling. */
export const flag: Check<boolean> = (value) => {
  if (YES.includes(value)) return { value: true };
  if (NO.includes(value)) return { value: false };
  return { problem: `must be on or off, not "${value}"`, russian: 'on или off' };
};

/** The same in these spellings alone. */
export const onOrOff: Check<boolean> = (value) => {
  const checked = oneOf('on', 'off')(value);
  return 'problem' in checked ? checked : { value: checked.value === 'on' };
};

/** The items of a comma list without the empty ones. */
export const commaList = (value: string): string[] => value.split(',').flatMap((item) => item.trim() || []);

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
