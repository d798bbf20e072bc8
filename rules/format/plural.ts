import { formatNumber, NBSP } from './number.ts';

/** Forms of a Russian noun after 1, after 2-4 and after 5. */
export type Forms = readonly [one: string, few: string, many: string];

const RULES = new Intl.PluralRules('ru');

/** The form of a noun that stands after the whole number `count`. */
export function plural(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(Math.abs(count));
  return rule === 'one' ? one : rule === 'few' ? few : many;
}

/** A whole number with its noun: `21 позиция`. */
export const countOf = (count: number, forms: Forms): string =>
  `${formatNumber(count)}${NBSP}${plural(count, forms)}`;
