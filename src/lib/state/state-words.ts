import { formatMoment } from '../../../rules/format/day.ts';
import { formatNumber, NBSP } from '../../../rules/format/number.ts';
import { countOf } from '../format/plural.ts';
import { site } from '../site/site.ts';

// In the accusative: something lasts, waits, or was ago.
const MINUTES = ['минуту', 'минуты', 'минут'] as const;
const HOURS = ['час', 'часа', 'часов'] as const;
const DAYS = ['день', 'дня', 'дней'] as const;
const MINUTE = 60_000;
const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;

/** A moment of an answer, in the time zone of the shop. */
export const momentText = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

/** A span for a person, in its largest whole unit: «1 минуту», «3 часа», «12 дней». */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes === 0) return 'меньше минуты';
  if (minutes < 60) return countOf(minutes, MINUTES);
  if (minutes < 48 * 60) return countOf(Math.floor(minutes / 60), HOURS);
  return countOf(Math.floor(minutes / (24 * 60)), DAYS);
}

/** Room on a disk or in memory: «512 МБ», «12,4 ГБ». */
export function roomText(bytes: number): string {
  if (bytes < GIGABYTE) return `${formatNumber(Math.round(bytes / MEGABYTE))}${NBSP}МБ`;
  return `${formatNumber((bytes / GIGABYTE).toFixed(1))}${NBSP}ГБ`;
}
