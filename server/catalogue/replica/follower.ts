// Notices changes of the catalogue in PostgreSQL, so that replica.ts brings this process's copy of it up to date, and
// reports when PostgreSQL is out of reach.

import { CompiledQuery } from 'kysely';
import type { CatalogueDatabase } from '../context/schema.ts';
import { HAS_CHANGED } from './copy-file.ts';

/** How often the log is read without a notice of a change, ms. */
const LOOK_MS = 500;
/** A look that takes longer counts as failed, though its answer may still come, ms. */
const LATE_MS = 2_000;
/** How long a change waits until it is shown, ms. */
const PATIENCE_MS = 10_000;

interface FollowerOptions {
  readonly database: CatalogueDatabase;
  /** The place in the log up to which changes are shown. */
  place(): string;
  /** Called at every look: shows what has changed since, if anything has. */
  show(hasChanged: boolean): Promise<void>;
  /** Called with the reason when the catalogue gets out of reach, and with null when it is back. */
  onReach(lost: unknown): void;
  readonly clock: () => number;
}

interface Follower {
  /** When a look last succeeded, if the present one did not; null while they do. */
  asOf(): number | null;
  /** Resolves when everything is shown that was committed before the call, or after PATIENCE_MS. Never rejects. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** Follows the log of the catalogue: at every notification, and by looking now and then, which alone suffices. */
export function startFollower(options: FollowerOptions): Follower {
  const { database, place, show, onReach, clock } = options;
  let shownAt = clock();
  let isLost = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function reach(lost: unknown): void {
    if (lost === null) shownAt = clock();
    if (isOver || (lost === null) !== isLost) return;
    isLost = lost !== null;
    onReach(lost);
  }

  async function look(): Promise<void> {
    const late = setTimeout(() => reach(new Error('the catalogue does not answer')), LATE_MS);
    try {
      const query = CompiledQuery.raw(HAS_CHANGED, [place()]);
      const { rows } = await database.read.executeQuery<{ changed: boolean }>(query);
      clearTimeout(late);
      if (!isOver) await show(rows[0]?.changed === true);
      reach(null);
    } catch (error) {
      reach(error);
    } finally {
      clearTimeout(late);
    }
  }

  /** A look that begins after the call: one that is under way may have begun before a change. */
  function lookAgain(): Promise<void> {
    if (!round) {
      round = look().finally(() => {
        round = null;
      });
      return round;
    }
    next ??= round.then(() => {
      next = null;
      return lookAgain();
    });
    return next;
  }

  function lookRegularly(): void {
    timer = setTimeout(() => void lookAgain().then(() => isOver || lookRegularly()), LOOK_MS).unref();
  }

  const { location } = database;
  const channel = location.dialect === 'postgres' ? `${location.schema}_changes` : '';
  const stopListening = database.listen?.(channel, () => void lookAgain());
  lookRegularly();

  return {
    asOf: () => (isLost ? shownAt : null),
    async caughtUp() {
      let patience: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([lookAgain(), enough]);
      clearTimeout(patience);
    },
    async close() {
      isOver = true;
      clearTimeout(timer);
      await stopListening?.();
      await Promise.race([Promise.all([round, next]), new Promise((resolve) => setTimeout(resolve, LATE_MS).unref())]);
    },
  };
}
