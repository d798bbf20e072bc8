import type { Rank } from '../../../contract/identity.ts';
import type { AdminAccountAnswer, MailAnswer } from '../../../contract/mauth.ts';
import { openMauth } from './client.ts';
import { guarded } from './guarded.ts';
import { session } from './session.ts';

const mauth = guarded(openMauth, session.tokens);
const ofAccount = (email: string): string => `admin/user/${encodeURIComponent(email)}`;

/** What an administrator changes about an account. */
export interface Standing {
  readonly rank?: Rank;
  readonly disabled?: boolean;
}

/** A new account; its owner is told the password by the administrator. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** The calls of the accounts page. All throw what ky throws, or SessionEnded. */
export const accountCalls = {
  /** One page of accounts; `last` is the e-mail of the last one shown, null for the first page. */
  list(
    search: string,
    last: string | null,
    limit: number,
    signal?: AbortSignal,
  ): Promise<AdminAccountAnswer[]> {
    const searchParams = { limit, ...(search && { search }), ...(last && { last }) };
    return mauth.get('admin/user/', { searchParams, signal }).json<AdminAccountAnswer[]>();
  },
  async create(account: NewAccount): Promise<void> {
    await mauth.post('admin/user/signup', { json: account });
  },
  async change(email: string, standing: Standing): Promise<void> {
    await mauth.patch(ofAccount(email), { json: standing });
  },
  /** Mails the owner a password that works once; ends the sessions. */
  async reset(email: string): Promise<void> {
    await mauth.post(`${ofAccount(email)}/reset`);
  },
  async endSessions(email: string): Promise<void> {
    await mauth.delete('admin/user/signout', { json: { email } });
  },
};
export type AccountCalls = typeof accountCalls;

/** The newest mails of the outbox. Throws what ky throws, or SessionEnded. */
export const askMails = (): Promise<MailAnswer[]> => mauth.get('admin/mail/').json<MailAnswer[]>();
