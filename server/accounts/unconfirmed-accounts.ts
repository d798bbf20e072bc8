/** Accounts whose e-mail is not proven yet: they may have no power, and are reserved for the owner of the e-mail. */
import type { Doer } from '../../contract/journal/events.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import { deleteInvitation } from './store/mailed-link-store.ts';
import type { Source, User } from './store/schema.ts';
import * as store from './store/user-store.ts';

/** No password: nothing that is typed fits it. */
export const NO_PASSWORD = '';

/** Whether no mailbox is proven to be its user's, and no administrator made it. Such an account may have no power. */
export const isUnclaimed = ({ confirmed_at, expected }: User): boolean => confirmed_at === null && expected === 0;

interface Claim {
  readonly at: number;
  readonly by: Doer;
  /** The name of the account from now on, in place of the one chosen at sign-up. */
  readonly name?: string | null;
}

/**
 * Reserves an unclaimed account for its owner: password, links, sessions and name are void, and the owner is invited
 * (not where the account is disabled). Everything that gives an account power calls this first. False: the account was
 * claimed already and was left as it is.
 */
export async function claimAccount(transaction: Source, postbox: AccountMails, user: User, wish: Claim) {
  if (!isUnclaimed(user)) return false;
  await voidAccountUse(transaction, user, wish);
  if (user.disabled === 0) await inviteOwner(transaction, postbox, user, wish);
  return true;
}

/** The first half of a claim, for callers that set a password at once. */
export async function voidAccountUse(transaction: Source, user: User, { at, by, name = null }: Claim): Promise<void> {
  const { uid } = user;
  await store.updatePassword(transaction, { uid, hash: NO_PASSWORD, now: at });
  await store.forgetUse(transaction, uid);
  await store.updateName(transaction, user, name, at);
  await store.markInvited(transaction, uid);
  await recordEvent(transaction, { at, event: 'account.claimed', uid, by });
}

/** Mails an invitation in place of an earlier one; the journal names `by` for it. */
export async function inviteOwner(transaction: Source, postbox: AccountMails, user: User, { at, by }: Claim) {
  await postbox.sendInvitation(transaction, user);
  await recordEvent(transaction, { at, event: 'account.invited', uid: user.uid, by });
}

/**
 * Mails the invitation of an account again, where one waits: its e-mail has changed, and the one before went elsewhere. A
 * link for a new password, which was handed over, ends.
 */
export async function moveInvitation(transaction: Source, postbox: AccountMails, user: User, wish: Claim) {
  const isDeleted = await deleteInvitation(transaction, user.uid);
  if (isDeleted && user.last_seen_at === null) await inviteOwner(transaction, postbox, user, wish);
}

/** Unconfirmed accounts made at this time or before are removed when another one needs their e-mail. */
export const unconfirmedHorizon = (now: number): number => now - LIFETIMES.confirmation;

/** Whether another account may take the e-mail of this one. */
export const isReplaceableUnconfirmed = (user: User, now: number): boolean =>
  isUnclaimed(user) && user.disabled === 0 && user.created_at <= unconfirmedHorizon(now);
