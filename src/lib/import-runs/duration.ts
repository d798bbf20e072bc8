import { formatNumber, NBSP } from '../../../rules/format/number.ts';

/** A length of time for a person, as long as a run may take: `1,8 с`, `42 с`, `3 мин 5 с`, `2 ч 10 мин`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 1) return 'меньше\u00a0секунды';
  if (seconds < 10) return `${formatNumber(seconds.toFixed(1))}${NBSP}с`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}${NBSP}с`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return joined(minutes, 'мин', whole % 60, 'с');
  return joined(Math.floor(minutes / 60), 'ч', minutes % 60, 'мин');
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${NBSP}${unit}` : `${large}${NBSP}${unit} ${small}${NBSP}${smallUnit}`;
