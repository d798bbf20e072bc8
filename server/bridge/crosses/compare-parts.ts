import type { Part } from '../../../contract/parts.ts';

type Compared = Pick<Part, 'id' | 'amount'> & { readonly priceFrom: string | number | null };

const priceOf = ({ priceFrom }: Compared): number => Number(priceFrom) || Number.POSITIVE_INFINITY;

/** Parts in stock first, then the cheapest, those without a price last; the id decides between equal ones. */
export const compareParts = (one: Compared, other: Compared): number =>
  Number(other.amount > 0) - Number(one.amount > 0) ||
  Math.sign(priceOf(one) - priceOf(other)) ||
  one.id - other.id;
