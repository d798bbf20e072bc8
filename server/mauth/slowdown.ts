import { GUESS_DELAY_MAX_SECONDS, GUESSES_WAITING_MAX } from '../../contract/limits.ts';
import type { Database } from '../database/types.ts';
import { tooMany } from '../http/errors.ts';
import { recordEvent } from './audit/record.ts';
import type { Client } from './client.ts';
import { afterGuess, guessDelay, isToBeTold } from './guess-rules.ts';
import { isKnownAddress, knownClientsOf } from './known-clients.ts';
import type { Clock, Pause } from './ports.ts';
import type { Postbox } from './postbox.ts';
import type { MauthSchema, User } from './schema.ts';
import { lockedUser, type Source } from './user-store.ts';

/**
 * Makes guessing at one account from many addresses slow. It locks nobody out: where the account was signed in from
 * before nothing changes, and a recovery mail makes a new place a known one.
 */
export interface Slowdown {
  /**
   * Waits as long as a password for this e-mail from this client has to; returns at once where nothing was guessed. Throws
   * 429 when enough others wait for the same account.
   */
  wait(emailKey: string, client: Client): Promise<void>;
  /** Counts a wrong password or second code, and tells the owner by mail when it becomes a siege. */
  count(user: User, client: Client): Promise<void>;
}

interface SlowdownDeps {
  readonly database: Database<MauthSchema>;
  readonly postbox: Postbox;
  readonly clock: Clock;
  readonly pause: Pause;
}

const guessesOf = (source: Source) =>
  source.selectFrom('guesses').select(['guesses.uid', 'failures', 'last_at as last', 'told_at as toldAt']);

export function createSlowdown({ database, postbox, clock, pause }: SlowdownDeps): Slowdown {
  const waiting = new Map<string, number>();

  const isStranger = async (source: Source, uid: string, client: Client) =>
    !isKnownAddress(await knownClientsOf(source, uid), client);

  const waitInLine = async (uid: string, delay: number) => {
    const before = waiting.get(uid) ?? 0;
    if (before >= GUESSES_WAITING_MAX) throw tooMany(GUESS_DELAY_MAX_SECONDS);
    waiting.set(uid, before + 1);
    try {
      await pause(delay);
    } finally {
      const left = (waiting.get(uid) ?? 1) - 1;
      if (left > 0) waiting.set(uid, left);
      else waiting.delete(uid);
    }
  };

  return {
    wait: async (emailKey, client) => {
      const guesses = await guessesOf(database.read)
        .innerJoin('users', 'users.uid', 'guesses.uid')
        .where('users.email_key', '=', emailKey)
        .executeTakeFirst();
      if (!guesses) return;
      const delay = guessDelay(guesses, clock());
      if (delay > 0 && (await isStranger(database.read, guesses.uid, client)))
        await waitInLine(guesses.uid, delay);
    },

    count: async (user, client) => {
      const { uid } = user;
      if (!(await isStranger(database.read, uid, client))) return;
      await database.write(async (transaction) => {
        // Guesses side by side are counted one after the other.
        if (!(await lockedUser(transaction, database.dialect, uid))) return;
        const now = clock();
        const before = await guessesOf(transaction).where('uid', '=', uid).executeTakeFirst();
        const guesses = afterGuess(before ?? { failures: 0, last: now }, now);
        const told = isToBeTold(guesses, before?.toldAt ?? null, now);
        const values = {
          failures: guesses.failures,
          last_at: guesses.last,
          told_at: told ? now : (before?.toldAt ?? null),
        };
        await transaction
          .insertInto('guesses')
          .values({ uid, ...values })
          .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
          .execute();
        if (!told) return;
        await postbox.sendNotice(transaction, user, 'guesses', null);
        await recordEvent(transaction, { at: now, event: 'account.guessed', uid });
      });
    },
  };
}
