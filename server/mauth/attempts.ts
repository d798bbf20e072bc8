import { mailboxOf } from '../../contract/fields/email.ts';
import type { Limits } from '../http/limits.ts';
import type { Client } from './client.ts';

/** Whose password is guessed at, and from where. */
export const guesserOf = (client: Client, emailKey: string): string => `${client.address} ${emailKey}`;

/** Counts a mail against the mailbox that it goes to. Throws 429 after too many. */
export const countMailTo = (limits: Limits, emailKey: string): Promise<void> =>
  limits.take('mailsToAddress', mailboxOf(emailKey));

/**
 * Checks a password (or what stands in for one) and counts the check against the guesser when `isWrong` says so of its
 * outcome. Throws 429 after too many. Counted before the check, so that guesses side by side do not slip through.
 */
export async function countGuess<Outcome>(
  limits: Limits,
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
