import { formatNumber, NBSP } from '../../../rules/format/number.ts';

/** From this many times on a change is told as «в N раз»: percents of that size say little. */
const TIMES_FROM = 3;

/** How far a price moved: `+12,5 %`, `−3 %`, `×10`; '' where one of them is no price. Prices are decimal texts. */
export function priceMove(before: string | null, after: string): string {
  const [from, to] = [Number(before), Number(after)];
  if (!(from > 0 && to > 0)) return '';
  if (to / from >= TIMES_FROM) return `×${formatNumber(short(to / from))}`;
  const percent = (to / from - 1) * 100;
  const text = formatNumber(short(Math.abs(percent)));
  return `${percent < 0 ? '−' : '+'}${text}${NBSP}%`;
}

/** One decimal below a hundred, whole from there on. */
const short = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
