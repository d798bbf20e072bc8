/** An offer as far as it counts here. */
export interface OfferFigures {
  readonly id: number;
  /** Kopecks; 0 where there is no price. */
  readonly price: number;
  readonly amount: number;
}

/** How many of one offer to take. */
export interface OfferTake {
  readonly offer: OfferFigures;
  readonly amount: number;
  /** So many of them are there. */
  readonly inStock: number;
}

/**
 * How to get so many pieces, at least one: from the offers in their order (those in stock first, then the cheapest), as many
 * as each has, until there is enough. What is in stock nowhere is put on the first of them. Empty without offers.
 */
export function fillWanted(offers: readonly OfferFigures[], wanted: number): OfferTake[] {
  const takes: OfferTake[] = [];
  let left = wanted;
  for (const offer of offers) {
    const inStock = Math.min(left, Math.floor(offer.amount));
    if (inStock <= 0) continue;
    takes.push({ offer, amount: inStock, inStock });
    left -= inStock;
    if (left === 0) return takes;
  }
  const first = takes[0] ?? (offers[0] && { offer: offers[0], amount: 0, inStock: 0 });
  return first ? [{ ...first, amount: first.amount + left }, ...takes.slice(1)] : [];
}
