import type { Check } from './checks.ts';

/**
 * Which backups stay: the newest of each of so many days, weeks and months that have one; and so many of the newest,
 * whenever they were taken.
 */
export interface KeepRule {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
  readonly newest: number;
}

const UNITS = { d: 'days', w: 'weeks', m: 'months', '': 'newest' } as const;
const PART = /^(\d{1,4})([dwm]?)$/;

/** A rule such as `7d,4w,6m`, or a bare number for the newest. */
export const keepRule: Check<KeepRule> = (text) => {
  const rule = { days: 0, weeks: 0, months: 0, newest: 0 };
  for (const part of text.split(',')) {
    const [, count, unit] = PART.exec(part.trim()) ?? [];
    if (count === undefined || Number(count) === 0) return problem(text);
    rule[UNITS[unit as keyof typeof UNITS]] = Number(count);
  }
  return { value: rule };
};

const problem = (text: string) => ({
  problem: `must be a number from 1 on or like 7d,4w,6m, not "${text}"`,
  russian: 'число от 1 или правило вида 7d,4w,6m',
});

/** A rule as it is given. */
export const writtenKeepRule = ({ days, weeks, months, newest }: KeepRule): string =>
  [days && `${days}d`, weeks && `${weeks}w`, months && `${months}m`, newest]
    .filter((part) => part !== 0)
    .join();

/** A time of day as minutes since midnight. */
export const timeOfDay: Check<number> = (text) => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hours !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? { value: Number(hours) * 60 + Number(minutes) }
    : { problem: `must be a time of day like 03:30, not "${text}"`, russian: 'время вида 03:30' };
};
