import type { ImportSource } from '../../../contract/import-sources.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * When a source is looked at next by itself: a moment, `soon` when it is due already, or null for one that is switched
 * off.
 */
export function nextLook(
  { isEnabled, checkedAt, everyMinutes }: Pick<ImportSource, 'isEnabled' | 'checkedAt' | 'everyMinutes'>,
  now: Date,
): Date | 'soon' | null {
  if (!isEnabled) return null;
  if (checkedAt === null) return 'soon';
  const next = new Date(Date.parse(checkedAt) + everyMinutes * MINUTE_MS);
  return next > now ? next : 'soon';
}

/** Whole days since a source brought something; null when it never did. */
export const daysWithout = ({ arrivedAt }: Pick<ImportSource, 'arrivedAt'>, now: Date): number | null =>
  arrivedAt === null ? null : Math.floor((now.getTime() - Date.parse(arrivedAt)) / DAY_MS);
