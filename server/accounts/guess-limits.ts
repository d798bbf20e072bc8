// Slows down wrong passwords and codes at the sign-in, so that guessing takes too long and the owner is not locked
// out.
import { mailboxOf } from '../../contract/fields/email.ts';
import { BY_ITSELF } from '../../contract/journal/events.ts';
import * as rateLimits from '../platform/http/limits.ts';
import { tooMany } from '../platform/http/request.ts';
import type { AccountsContext } from './context.ts';
import type { Pause } from './credentials/random.ts';
import { recordEvent } from './journal/record.ts';
import type { AccountNotification } from './mail-texts.ts';
import { type Client, isKnownAddress, knownClientsOf } from './store/clients.ts';
import type { Source, User } from './store/schema.ts';
import { lockedUser } from './store/user-store.ts';

/**
 * Slows down guessing at one account without locking its owner out: guesses from unknown places slow down unknown
 * places only, each place that the account was signed in from counts for itself, and a recovery mail makes a new place
 * known.
 */
export interface GuessLimits {
  /**
   * Waits as long as a password for this e-mail from this client has to; returns at once where nothing was guessed. Throws
   * 429 when enough others wait for the same account, and at a known address while it is not its turn.
   */
  wait(emailKey: string, client: Client): Promise<void>;
  /** Counts a wrong password, and notifies the owner by mail after many. */
  count(user: User, client: Client): Promise<void>;
  /**
   * Throws 429 while a second code, typed after the right password, has to wait. Unknown places that know the password
   * share one try in up to two minutes, since six digits are soon guessed otherwise. Called in the transaction that
   * checks the code, with `countCode` for a wrong one: codes of one account are checked one after another.
   */
  takeCodeTurn(transaction: Source, user: User, client: Client): Promise<void>;
  /** Counts a wrong code, and notifies the owner after many that the password is known to someone else. */
  countCode(transaction: Source, user: User, client: Client): Promise<void>;
}

const guessesOf = (source: Source) =>
  source.selectFrom('guesses').select(['guesses.uid', 'place', 'failures', 'last_at as last', 'told_at as toldAt']);

/** All places that an account was never signed in from, together. */
const UNKNOWN_PLACES = '';
/** The same places, where codes are typed after the right password. */
const STRANGE_CODES = 'codes';

export function createGuessLimits(deps: AccountsContext & { readonly pause: Pause }): GuessLimits {
  const { database, postbox, clock, pause } = deps;
  const waitInLine = rateLimits.waitingLines(pause);

  const placeOf = async (source: Source, uid: string, client: Client) =>
    isKnownAddress(await knownClientsOf(source, uid), client) ? client.address : UNKNOWN_PLACES;

  const guessesAt = (source: Source, uid: string, place: string) =>
    guessesOf(source).where('uid', '=', uid).where('place', '=', place).executeTakeFirst();

  /** Counts a guess at a place, and sends the owner the notice, if there is one, when it is due. */
  const countAt = async (
    transaction: Source,
    user: User,
    client: Client,
    place: string,
    notice: AccountNotification | null,
  ): Promise<void> => {
    const { uid } = user;
    const now = clock();
    const before = await guessesAt(transaction, uid, place);
    const guesses = rateLimits.afterGuess(before ?? { failures: 0, last: now }, now);
    const isReported = notice !== null && rateLimits.shouldReportGuesses(guesses, before?.toldAt ?? null, now);
    const values = {
      failures: guesses.failures,
      last_at: guesses.last,
      told_at: isReported ? now : (before?.toldAt ?? null),
    };
    await transaction
      .insertInto('guesses')
      .values({ uid, place, ...values })
      .onConflict((conflict) => conflict.columns(['uid', 'place']).doUpdateSet(values))
      .execute();
    if (!isReported) return;
    const known = notice === 'guesses-here' ? client : null;
    await postbox.sendNotice(transaction, user, notice, known);
    const by = known ? { actor: null, ...known } : BY_ITSELF;
    await recordEvent(transaction, { at: now, event: 'account.guessed', uid, by });
  };

  return {
    wait: async (emailKey, client) => {
      const rows = await guessesOf(database.read)
        .innerJoin('users', 'users.uid', 'guesses.uid')
        .where('users.email_key', '=', emailKey)
        .where('place', 'in', [UNKNOWN_PLACES, client.address])
        .execute();
      const now = clock();
      const [first] = rows.filter((row) => rateLimits.guessDelay(row, now) > 0);
      if (!first) return;
      const { uid } = first;
      const place = await placeOf(database.read, uid, client);
      const guesses = rows.find((row) => row.place === place);
      if (!guesses) return;
      const gap = place === UNKNOWN_PLACES ? 0 : rateLimits.guessGap(guesses, now);
      if (gap > 0) throw tooMany(Math.ceil(gap / 1000));
      const delay = rateLimits.guessDelay(guesses, now);
      if (delay > 0) await waitInLine(`${uid} ${place}`, delay);
    },

    count: (user, client) =>
      database.write(async (transaction) => {
        // Guesses side by side are counted one after the other.
        if (!(await lockedUser(transaction, database.dialect, user.uid))) return;
        const place = await placeOf(transaction, user.uid, client);
        await countAt(transaction, user, client, place, place === UNKNOWN_PLACES ? 'guesses' : 'guesses-here');
      }),

    takeCodeTurn: async (transaction, { uid }, client) => {
      await lockedUser(transaction, database.dialect, uid);
      if ((await placeOf(transaction, uid, client)) !== UNKNOWN_PLACES) return;
      const guesses = await guessesAt(transaction, uid, STRANGE_CODES);
      const gap = guesses ? rateLimits.guessGap(guesses, clock()) : 0;
      if (gap > 0) throw tooMany(Math.ceil(gap / 1000));
    },

    countCode: async (transaction, user, client) => {
      const place = await placeOf(transaction, user.uid, client);
      if (place !== UNKNOWN_PLACES) return countAt(transaction, user, client, place, 'guesses-here');
      await countAt(transaction, user, client, UNKNOWN_PLACES, null);
      await countAt(transaction, user, client, STRANGE_CODES, 'guesses-codes');
    },
  };
}

/** Whose password is guessed at, and from where. */
export const guessKey = (client: Client, emailKey: string): string => `${client.address} ${emailKey}`;

/** Counts a mail against the mailbox that it goes to. Throws 429 after too many. */
export const countMailTo = (limits: rateLimits.Limits, emailKey: string): Promise<void> =>
  limits.take('mailsToAddress', mailboxOf(emailKey));

/**
 * Checks a password (or what stands in for one) and counts the check against the guesser when `isWrong` says so of its
 * outcome. Throws 429 after too many. Counted before the check, so that guesses side by side do not slip through.
 */
export async function countGuess<Outcome>(
  limits: rateLimits.Limits,
  guesser: string,
  check: () => Promise<Outcome>,
  isWrong: (outcome: Outcome) => boolean,
  limit: 'signinFailures' | 'confirmFailures' = 'signinFailures',
): Promise<Outcome> {
  await limits.take(limit, guesser);
  let wrong = false;
  try {
    const outcome = await check();
    wrong = isWrong(outcome);
    return outcome;
  } finally {
    if (!wrong) await limits.giveBack(limit, guesser);
  }
}
