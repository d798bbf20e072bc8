import { byIds } from '../cards/store.ts';
import { type BridgeContext, liveDayOf } from '../context.ts';
import type { Today } from './answers.ts';
import type { ItemRecord } from './store.ts';

/** Positions that one query asks for: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const ASKED = 1_000;

/** How the offers of requests stand now. */
export async function todayFor(context: BridgeContext, items: readonly ItemRecord[]): Promise<Today> {
  const ids = [...new Set(items.map(({ position_id }) => position_id))];
  const offers = new Map<
    number,
    Awaited<ReturnType<typeof byIds>> extends Map<number, infer Row> ? Row : never
  >();
  for (let from = 0; from < ids.length; from += ASKED) {
    for (const [id, row] of await byIds(context.shown.read, ids.slice(from, from + ASKED)))
      offers.set(id, row);
  }
  return { offers, liveDay: liveDayOf(context) };
}
