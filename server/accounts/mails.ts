/** Sends mails about accounts. */
import type { Transaction } from 'kysely';
import * as limits from '../../contract/limits.ts';
import type { Database } from '../platform/database/types.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Clock, Random } from './credentials/random.ts';
import { tokenHash } from './credentials/tokens.ts';
import type { AccountNotification, MailTexts } from './mail-texts.ts';
import type { Client } from './store/clients.ts';
import { insertMailToken, replaceEmailChange, replaceInvitation } from './store/mailed-link-store.ts';
import type { AccountsSchema, Source, TokenPurpose, User } from './store/schema.ts';

/** How long what a mail brings is good for, ms. */
export const LIFETIMES = {
  confirmation: limits.CONFIRM_TTL_HOURS * 60 * limits.MINUTE_MS,
  recovery: limits.RECOVERY_TTL_MINUTES * limits.MINUTE_MS,
  invitation: limits.INVITATION_TTL_DAYS * 24 * 60 * limits.MINUTE_MS,
  password: limits.MAILED_PASSWORD_TTL_HOURS * 60 * limits.MINUTE_MS,
  notice: limits.NOTICE_TTL_HOURS * 60 * limits.MINUTE_MS,
} as const;

type Addressee = Pick<User, 'uid' | 'email' | 'name' | 'confirmed_at'>;

/** Null for an unconfirmed address: it may be another person's, and the name was chosen by who signed up. */
const greeted = ({ name, confirmed_at }: Addressee): string | null => (confirmed_at === null ? null : name);

/** Mails to the owners of accounts, each in the transaction of the change that it is about. */
export interface AccountMails {
  /** A link with a fresh token for the purpose. */
  sendLink(transaction: Source, user: Addressee, purpose: TokenPurpose): Promise<void>;
  /** A link to the e-mail that an account is to have; opening it makes the change. */
  sendChangeLink(transaction: Source, uid: string, email: string): Promise<void>;
  /** A link by which the owner sets the first password; it replaces an earlier one. */
  sendInvitation(transaction: Source, user: Addressee): Promise<void>;
  /** A password that works once. */
  sendPassword(transaction: Source, user: Addressee, password: string): Promise<void>;
  /** A notice that another person may have changed this; `client` is null where no browser of the owner asked. */
  sendNotice(
    transaction: Source,
    user: Addressee,
    notice: AccountNotification,
    client: Client | null,
    newEmail?: string,
  ): Promise<void>;
  /** Runs a transaction; the mails that it wrote leave once it is committed. */
  write<Result>(work: (transaction: Transaction<AccountsSchema>) => Promise<Result>): Promise<Result>;
}

interface PostboxDeps {
  readonly database: Database<AccountsSchema>;
  readonly outbox: Outbox;
  readonly letters: MailTexts;
  readonly clock: Clock;
  readonly random: Random;
}

export const createAccountMails = ({ database, outbox, letters, clock, random }: PostboxDeps): AccountMails => ({
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
    await outbox.put(transaction, { to: addressee.email, kind: 'password', letter, lifetime: LIFETIMES.password });
  },
  sendNotice: async (transaction, addressee, notice, client, newEmail) => {
    const letter = letters.notice(notice, { at: clock(), client, newEmail }, greeted(addressee));
    await outbox.put(transaction, { to: addressee.email, kind: 'notice', letter, lifetime: LIFETIMES.notice });
  },
  write: async (work) => {
    const result = await database.write(work);
    outbox.wake();
    return result;
  },
});
