import type { Doer } from '../../contract/journal/events.ts';
import { recordEvent } from './journal/record.ts';
import { type AccountMails, LIFETIMES } from './mails.ts';
import { deleteInvitation } from './store/mailed-link-store.ts';
import type { User } from './store/schema.ts';
import * as store from './store/user-store.ts';

/** No password: nothing that is typed fits it. */
export const NO_PASSWORD = '';

/**
 * Whether anybody at all may have made the account: nobody has shown to read its mail, and no administrator made it for
 * whoever it is meant for. Such an account may hold no power.
 */
export const isUnclaimed = ({ confirmed_at, expected }: User): boolean => confirmed_at === null && expected === 0;

interface Claim {
  readonly at: number;
  readonly by: Doer;
  /** What the account is called from now on; the name that a stranger chose goes. */
  readonly name?: string | null;
}

/**
 * Makes an account that is anybody's wait for its owner: password, links, sessions and name are void, and the owner is
 * invited (not where the account is disabled). Everything that gives an account power asks this first. False:
 * the account was its owner's, or waited for him already, and was left as it is.
 */
export async function claimAccount(
  transaction: store.Source,
  postbox: AccountMails,
  user: User,
  wish: Claim,
): Promise<boolean> {
  if (!isUnclaimed(user)) return false;
  await voidAccountUse(transaction, user, wish);
  if (user.disabled === 0) await inviteOwner(transaction, postbox, user, wish);
  return true;
}

/** The first half of a claim, for whoever gives the account a password at once. */
export async function voidAccountUse(
  transaction: store.Source,
  user: User,
  { at, by, name = null }: Claim,
): Promise<void> {
  const { uid } = user;
  await store.updatePassword(transaction, { uid, hash: NO_PASSWORD, now: at });
  await store.forgetUse(transaction, uid);
  await store.updateName(transaction, user, name, at);
  await store.markInvited(transaction, uid);
  await recordEvent(transaction, { at, event: 'account.claimed', uid, by });
}

/** Mails an invitation in place of an earlier one; the journal names `by` for it. */
export async function inviteOwner(
  transaction: store.Source,
  postbox: AccountMails,
  user: User,
  { at, by }: { at: number; by: Doer },
): Promise<void> {
  await postbox.sendInvitation(transaction, user);
  await recordEvent(transaction, { at, event: 'account.invited', uid: user.uid, by });
}

/** Mails the invitation of an account again, where one waits, because its e-mail has changed: the one before went elsewhere. */
export async function moveInvitation(
  transaction: store.Source,
  postbox: AccountMails,
  user: User,
  { at, by }: { at: number; by: Doer },
): Promise<void> {
  if (await deleteInvitation(transaction, user.uid)) await inviteOwner(transaction, postbox, user, { at, by });
}

/** Accounts made then or before give way to others with their e-mail when nobody confirmed them. */
export const unconfirmedHorizon = (now: number): number => now - LIFETIMES.confirmation;

/** Whether somebody else may have the e-mail of this account. */
export const isReplaceableUnconfirmed = (
  { confirmed_at, disabled, expected, created_at }: User,
  now: number,
): boolean => confirmed_at === null && disabled === 0 && expected === 0 && created_at <= unconfirmedHorizon(now);
