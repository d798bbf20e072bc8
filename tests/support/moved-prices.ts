import { DatabaseSync } from 'node:sqlite';
import { Difference } from '../../server/catalogue/changes/difference.ts';
import { MOVES_ASKED } from '../../server/price-lists/rules/doubts.ts';
import { PriceMoves } from '../../server/price-lists/rules/price-moves.ts';

/** Prices before and now, kopecks. */
export type MovedPair = readonly [before: number, after: number];

/** What the database says of prices that moved from these to those. */
export async function movesOf(pairs: readonly MovedPair[]) {
  const db = new DatabaseSync(':memory:');
  try {
    const difference = await Difference.open({ dialect: 'sqlite', db });
    const insert = db.prepare(
      'INSERT INTO difference (place, mask, before_hidden, before_price, price) VALUES (1, 1, 0, ?, ?)',
    );
    for (const pair of pairs) insert.run(...pair);
    return await difference.movedPrices(MOVES_ASKED);
  } finally {
    db.close();
  }
}

/** The common factor of prices that moved so or stayed. */
export async function commonOf(pairs: readonly MovedPair[]) {
  const moves = new PriceMoves();
  for (const moved of await movesOf(pairs)) moves.add(moved);
  moves.countKept(pairs.filter(([before, after]) => before === after).length);
  return moves.common;
}
