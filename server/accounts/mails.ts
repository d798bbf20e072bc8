import {
  CONFIRM_TTL_HOURS,
  INVITATION_TTL_DAYS,
  MAILED_PASSWORD_TTL_HOURS,
  MINUTE_MS,
  NOTICE_TTL_HOURS,
  RECOVERY_TTL_MINUTES,
} from '../../contract/limits.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Clock, Random } from './credentials/random.ts';
import { tokenHash } from './credentials/tokens.ts';
import type { AccountNotification, MailTexts } from './mail-texts.ts';
import type { Client } from './store/clients.ts';
import { insertMailToken, replaceEmailChange, replaceInvitation } from './store/mailed-link-store.ts';
import type { TokenPurpose, User } from './store/schema.ts';
import type { Source } from './store/user-store.ts';

/** How long what a mail brings is good for, ms. */
export const LIFETIMES = {
  confirmation: CONFIRM_TTL_HOURS * 60 * MINUTE_MS,
  recovery: RECOVERY_TTL_MINUTES * MINUTE_MS,
  invitation: INVITATION_TTL_DAYS * 24 * 60 * MINUTE_MS,
  password: MAILED_PASSWORD_TTL_HOURS * 60 * MINUTE_MS,
  notice: NOTICE_TTL_HOURS * 60 * MINUTE_MS,
} as const;

type Addressee = Pick<User, 'uid' | 'email' | 'name' | 'confirmed_at'>;

/**
 * How somebody is greeted: an address that nobody confirmed may be anybody's, and whoever made the account chose the name,
 * so no mail of ours repeats it there.
 */
const greeted = ({ name, confirmed_at }: Addressee): string | null => (confirmed_at === null ? null : name);

/** Mails to the owners of accounts, each in the transaction of the change that it tells of. */
export interface AccountMails {
  /** A link with a fresh token for the purpose. */
  sendLink(transaction: Source, user: Addressee, purpose: TokenPurpose): Promise<void>;
  /** A link, to the e-mail that an account is to have: whoever opens it makes the change. */
  sendChangeLink(transaction: Source, uid: string, email: string): Promise<void>;
  /** A link by which the owner sets the first password; it replaces an earlier one. */
  sendInvitation(transaction: Source, user: Addressee): Promise<void>;
  /** A password that works once. */
  sendPassword(transaction: Source, user: Addressee, password: string): Promise<void>;
  /**
   * Tells the owner of something that he may not have done; `client`: who asked for it, null for nobody of his;
   * `newEmail`: what it is about, where it is about one.
   */
  sendNotice(
    transaction: Source,
    user: Addressee,
    notice: AccountNotification,
    client: Client | null,
    newEmail?: string,
  ): Promise<void>;
  /** To be called once the transaction is committed. */
  wake(): void;
}

interface PostboxDeps {
  readonly outbox: Outbox;
  readonly letters: MailTexts;
  readonly clock: Clock;
  readonly random: Random;
}

/** Writes letters and puts them into the outbox. */
export const createAccountMails = ({ outbox, letters, clock, random }: PostboxDeps): AccountMails => ({
  sendLink: async (transaction, addressee, purpose) => {
    const { uid, email } = addressee;
    const token = random.uuid();
    await insertMailToken(transaction, { hash: tokenHash(token), uid, purpose, created_at: clock() });
    const letter = letters[purpose](token, greeted(addressee));
    await outbox.put(transaction, { to: email, kind: purpose, letter, lifetime: LIFETIMES[purpose] });
  },
  sendChangeLink: async (transaction, uid, email) => {
    const token = random.uuid();
    await replaceEmailChange(transaction, { uid, hash: tokenHash(token), email, created_at: clock() });
    const letter = letters.emailChange(token);
    const lifetime = LIFETIMES.confirmation;
    await outbox.put(transaction, { to: email, kind: 'confirmation', letter, lifetime });
  },
  sendInvitation: async (transaction, { uid, email }) => {
    const token = random.uuid();
    await replaceInvitation(transaction, { uid, hash: tokenHash(token), created_at: clock() });
    const letter = letters.invitation(token);
    await outbox.put(transaction, { to: email, kind: 'invitation', letter, lifetime: LIFETIMES.invitation });
  },
  sendPassword: async (transaction, addressee, password) => {
    const letter = letters.mailedPassword(password, greeted(addressee));
    await outbox.put(transaction, {
      to: addressee.email,
      kind: 'password',
      letter,
      lifetime: LIFETIMES.password,
    });
  },
  sendNotice: async (transaction, addressee, notice, client, newEmail) => {
    const letter = letters.notice(notice, { at: clock(), client, newEmail }, greeted(addressee));
    await outbox.put(transaction, {
      to: addressee.email,
      kind: 'notice',
      letter,
      lifetime: LIFETIMES.notice,
    });
  },
  wake: () => outbox.wake(),
});
