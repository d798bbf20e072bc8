/** Sends mails about accounts. */
import type { Transaction } from 'kysely';
import type { HandedLinkAnswer, MailTrouble } from '../../contract/accounts/accounts.ts';
import * as limits from '../../contract/limits.ts';
import { routeLinks } from '../../rules/routes.ts';
import type { Database } from '../platform/database/types.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Clock, Random } from './credentials/random.ts';
import { tokenHash } from './credentials/tokens.ts';
import type { AccountNotification, MailTexts } from './mail-texts.ts';
import type { Client } from './store/clients.ts';
import * as linkStore from './store/mailed-link-store.ts';
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
  /** A password that works once, until this moment. */
  sendPassword(transaction: Source, user: Addressee, password: string, until: number): Promise<void>;
  /** The link of an invitation, or of a confirmation, for an administrator to hand over; an earlier invitation is void. */
  makeLink(transaction: Source, uid: string, purpose: 'invitation' | 'confirmation'): Promise<HandedLinkAnswer>;
  /** Why mails do not leave now; null: they do. */
  trouble(): Promise<MailTrouble | null>;
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
  readonly siteAddress: () => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a mail is about while it waits: when that is over, the mail is withdrawn. */
type MailAbout =
  | { readonly invitation: string }
  /** Whose, and until when it works. */
  | { readonly password: string; readonly until: number };

/** Why a waiting mail must not be sent any more; null: it may. */
export const withdrawalOf =
  (database: Database<AccountsSchema>) =>
  async (about: unknown): Promise<string | null> => {
    const what = about as MailAbout;
    if ('invitation' in what) {
      const kept = database.read.selectFrom('invitations').select('uid').where('hash', '=', what.invitation);
      return (await kept.executeTakeFirst()) ? null : 'invitation over';
    }
    const kept = database.read.selectFrom('users').select('uid').where('uid', '=', what.password);
    return (await kept.where('mailed_until', '=', what.until).executeTakeFirst()) ? null : 'password over';
  };

export const createAccountMails = (deps: PostboxDeps): AccountMails => {
  const { database, outbox, letters, siteAddress, clock, random } = deps;

  const makeToken = async (transaction: Source, uid: string, purpose: TokenPurpose | 'invitation', handed = 0) => {
    const token = random.uuid();
    const link = { hash: tokenHash(token), uid, handed, created_at: clock() };
    if (purpose === 'invitation') await linkStore.replaceInvitation(transaction, link);
    else await linkStore.insertMailToken(transaction, { ...link, purpose });
    return token;
  };

  return {
    sendLink: async (transaction, addressee, purpose) => {
      const { uid, email } = addressee;
      const token = await makeToken(transaction, uid, purpose);
      const letter = letters[purpose](token, greeted(addressee));
      await outbox.put(transaction, { to: email, kind: purpose, letter, lifetime: LIFETIMES[purpose] });
    },
    sendChangeLink: async (transaction, uid, email) => {
      const token = random.uuid();
      await linkStore.replaceEmailChange(transaction, { uid, hash: tokenHash(token), email, created_at: clock() });
      const letter = letters.emailChange(token);
      const lifetime = LIFETIMES.confirmation;
      await outbox.put(transaction, { to: email, kind: 'email-change', letter, lifetime });
    },
    sendInvitation: async (transaction, { uid, email }) => {
      const token = await makeToken(transaction, uid, 'invitation');
      const letter = letters.invitation(token);
      const about: MailAbout = { invitation: tokenHash(token) };
      await outbox.put(transaction, { to: email, kind: 'invitation', letter, lifetime: LIFETIMES.invitation, about });
    },
    sendPassword: async (transaction, addressee, password, until) => {
      const { uid, email: to } = addressee;
      const letter = letters.mailedPassword(password, greeted(addressee));
      const about: MailAbout = { password: uid, until };
      await outbox.put(transaction, { to, kind: 'password', letter, lifetime: LIFETIMES.password, about });
    },
    makeLink: async (transaction, uid, purpose) => {
      const setsPassword = purpose === 'invitation';
      const replaced =
        setsPassword && (await linkStore.hasInvitation(transaction, uid, clock() - LIFETIMES.invitation));
      const token = await makeToken(transaction, uid, purpose, 1);
      const path = setsPassword ? routeLinks.invitation(token) : routeLinks.confirm(token);
      const until = new Date(clock() + LIFETIMES[purpose]).toISOString();
      return { link: siteAddress() + path, until, setsPassword, replaced };
    },
    trouble: outbox.trouble,
    sendNotice: async (transaction, addressee, notice, client, newEmail) => {
      const letter = letters.notice(notice, { at: clock(), client, newEmail }, greeted(addressee));
      await outbox.put(transaction, { to: addressee.email, kind: 'notice', letter, lifetime: LIFETIMES.notice });
    },
    write: async (work) => {
      const result = await database.write(work);
      outbox.wake();
      return result;
    },
  };
};
