import type { KeepRule } from '../../settings/backup-checks.ts';
import { dayNumber } from '../text/day.ts';

/** 1 January 1970 was a Thursday; weeks begin with Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const monthOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 7);

/**
 * Which of some moments (milliseconds, newest first) a rule keeps, by calendar days of a time zone. The newest always
 * stays.
 */
export function keptMoments(
  moments: readonly number[],
  { days, weeks, months, newest }: KeepRule,
  timeZone: string,
): ReadonlySet<number> {
  const kept = new Set(moments.slice(0, Math.max(1, newest)));
  const keep = (count: number, periodOf: (day: number) => number | string): void => {
    const periods = new Set<number | string>();
    for (const moment of moments) {
      const period = periodOf(dayNumber(moment, timeZone));
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      kept.add(moment);
    }
  };
  keep(days, (day) => day);
  keep(weeks, weekOf);
  keep(months, monthOf);
  return kept;
}
