import { type Kysely, type Selectable, sql } from 'kysely';
import { SEARCH_MISSES_MAX, SEARCH_WORDS_PAGE } from '../../../../contract/limits.ts';
import type { MissOutcome } from '../../../../contract/word-kinds.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema, SearchMissTable } from '../../schema.ts';
import type { CountedMiss } from './miss.ts';

export type MissRecord = Selectable<SearchMissTable>;

/** Rows of one statement. */
const ROWS = 100;

/** Adds to what was counted before; how a wording ended last counts. */
export async function addMisses(
  database: Database<BridgeSchema>,
  misses: readonly CountedMiss[],
): Promise<void> {
  // By wording, so that two processes lock the rows in one order.
  const rows = misses
    .toSorted((one, other) => (one.wording < other.wording ? -1 : 1))
    .map(({ wording, count, outcome, left, at }) => ({
      ...{ wording, count, outcome, left_out: left },
      ...{ first_at: at, last_at: at },
    }));
  await database.write(async (transaction) => {
    for (let at = 0; at < rows.length; at += ROWS) {
      await transaction
        .insertInto('search_misses')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict.column('wording').doUpdateSet({
            count: sql`search_misses.count + excluded.count`,
            outcome: sql`excluded.outcome`,
            left_out: sql`excluded.left_out`,
            last_at: sql`excluded.last_at`,
          }),
        )
        .execute();
    }
  });
}

/** Where a page of misses goes on. */
export interface MissPlace {
  readonly count: number;
  readonly wording: string;
}

/** The most frequent first, one more than a page holds. */
export const listMisses = (
  read: Kysely<BridgeSchema>,
  outcome: MissOutcome | null,
  behind: MissPlace | null,
): Promise<MissRecord[]> =>
  read
    .selectFrom('search_misses')
    .selectAll()
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome ?? 'nothing'))
    .$if(behind !== null, (query) =>
      query.where((is) =>
        is.or([
          is('count', '<', behind?.count ?? 0),
          is.and([is('count', '=', behind?.count ?? 0), is('wording', '<', behind?.wording ?? '')]),
        ]),
      ),
    )
    .orderBy('count', 'desc')
    .orderBy('wording', 'desc')
    .limit(SEARCH_WORDS_PAGE + 1)
    .execute();

/** Forgets a wording; false when nobody missed it. */
export const removeMiss = async (database: Database<BridgeSchema>, wording: string): Promise<boolean> =>
  database.write(async (transaction) => {
    const removed = await transaction
      .deleteFrom('search_misses')
      .where('wording', '=', wording)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });

/** Forgets what nobody has searched for since `before`, and the rarest beyond SEARCH_MISSES_MAX; resolves to how many. */
export async function sweepMisses(database: Database<BridgeSchema>, before: number): Promise<number> {
  const removed = await database.write(async (transaction) => {
    const old = await transaction
      .deleteFrom('search_misses')
      .where('last_at', '<', before)
      .executeTakeFirst();
    const kept = transaction
      .selectFrom('search_misses')
      .select('wording')
      .orderBy('count', 'desc')
      .orderBy('last_at', 'desc')
      .limit(SEARCH_MISSES_MAX);
    const rare = await transaction
      .deleteFrom('search_misses')
      .where('wording', 'not in', kept)
      .executeTakeFirst();
    return old.numDeletedRows + rare.numDeletedRows;
  });
  return Number(removed);
}
