import type { Kysely } from 'kysely';
import type { Database } from '../database/types.ts';
import {
  forget,
  hasReached,
  hasRecords,
  type KindOf,
  reach,
  type Survey,
  survey,
  type Thing,
} from './records.ts';
import type { Milestone } from './tables.ts';

/** What became of the demonstration in a service. */
export interface Removal {
  readonly removed: readonly Thing[];
  /** Changed since, so it is the shop's. */
  readonly changed: readonly Thing[];
  /** Not changed, but something that stays needs it. */
  readonly used: readonly Thing[];
}

/** The demonstration in one service. */
export interface Demonstration {
  survey(): Promise<Survey>;
  /**
   * Removes what the demonstration made and what is neither changed nor needed, files included; the rest is the shop's from then on.
   * `needed` are ids that something of another service needs.
   */
  remove(needed?: ReadonlySet<string>): Promise<Removal>;
  /** Whether it keeps records of the demonstration. */
  hasRecords(): Promise<boolean>;
  hasReached(milestone: Milestone): Promise<boolean>;
  reach(milestone: Milestone): Promise<void>;
  /** Whether people other than the demonstration's have worked with it, which tells an older shop from a trial. */
  isUsed(): Promise<boolean>;
}

interface Parts<Schema> {
  readonly database: Database<Schema>;
  readonly kinds: readonly KindOf<Schema>[];
  /** Removes these; resolves to those that it had to keep. */
  readonly erase: (made: readonly Thing[], needed: ReadonlySet<string>) => Promise<readonly Thing[]>;
  readonly isUsed: (source: Kysely<Schema>) => Promise<boolean>;
  readonly clock: () => number;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The demonstration over a service's database. */
export function demonstrationOver<Schema>({
  database,
  kinds,
  erase,
  isUsed,
  clock,
}: Parts<Schema>): Demonstration {
  return {
    survey: () => survey(database.read, kinds),
    remove: async (needed = NOTHING) => {
      const { made, changed } = await survey(database.read, kinds);
      const used = made.length > 0 ? await erase(made, needed) : [];
      // Records go last: a removal that was cut off is gone on with.
      if (made.length + changed.length > 0 || (await hasRecords(database.read)))
        await database.write((transaction) => forget(transaction, clock()));
      const kept = new Set(used);
      return { removed: made.filter((thing) => !kept.has(thing)), changed, used };
    },
    hasRecords: () => hasRecords(database.read),
    hasReached: (milestone) => hasReached(database.read, milestone),
    reach: async (milestone) => {
      if (await hasReached(database.read, milestone)) return;
      await database.write((transaction) => reach(transaction, milestone, clock()));
    },
    isUsed: () => isUsed(database.read),
  };
}
