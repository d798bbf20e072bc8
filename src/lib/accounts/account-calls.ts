// Calls of the API for administrators: the accounts of users, and the mails that the site has sent or still has to
// send.
import type {
  AdminAccountAnswer,
  MailAnswer,
  MailCountAnswer,
  MailedAnswer,
  Rank,
  SignUpAnswer,
} from '../../../contract/accounts/accounts.ts';
import { SIGNUP_FORM } from '../../../contract/accounts/forms.ts';
import { checked, createWaiting } from '../platform/http-client.ts';
import { bridge, informator, mauth } from '../platform/session.ts';
import { withPassword } from './password-confirmation.ts';

const ofAccount = (email: string): string => `admin/user/${encodeURIComponent(email)}`;

/** A new account; the administrator passes the password on to its owner. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** The calls about the accounts of other people. All throw what ky throws, or SessionEnded. */
export const accountCalls = {
  /** One page of accounts; `last` is the e-mail of the last one shown, null for the first page. */
  list(search: string, last: string | null, limit: number, signal?: AbortSignal): Promise<AdminAccountAnswer[]> {
    const searchParams = { limit, ...(search && { search }), ...(last && { last }) };
    return mauth.get('admin/user/', { searchParams, signal }).json<AdminAccountAnswer[]>();
  },
  create: (account: NewAccount): Promise<SignUpAnswer> =>
    mauth.post('admin/user/signup', { json: checked(SIGNUP_FORM, account) }).json<SignUpAnswer>(),
  change: (email: string, standing: { rank?: Rank; disabled?: boolean }): Promise<AdminAccountAnswer> =>
    withPassword(() => mauth.patch(ofAccount(email), { json: standing }).json<AdminAccountAnswer>()),
  /** Mails the owner a password that works once; ends the sessions. */
  reset: (email: string): Promise<MailedAnswer> =>
    withPassword(() => mauth.post(`${ofAccount(email)}/reset`).json<MailedAnswer>()),
  /** Removes a lost second factor; ends the sessions. */
  async resetFactor(email: string): Promise<void> {
    await withPassword(() => mauth.delete(`${ofAccount(email)}/factor`));
  },
};

const OUTBOXES = {
  accounts: { calls: mauth, path: 'admin/mail/' },
  documents: { calls: informator, path: 'mail/' },
  shop: { calls: bridge, path: 'requests/mails/' },
} as const;

/** A mail with the outbox that it lies in: ids of different ones are not to be mixed up. */
export interface OutboxMail extends MailAnswer {
  readonly outbox: keyof typeof OUTBOXES;
}

/** The newest mails of all outboxes. Throws what ky throws, or SessionEnded. */
export async function askMails(): Promise<OutboxMail[]> {
  const lists = await Promise.all(
    (['accounts', 'documents', 'shop'] as const).map(async (outbox) => {
      const { calls, path } = OUTBOXES[outbox];
      return (await calls.get(path).json<MailAnswer[]>()).map((mail) => ({ ...mail, outbox }));
    }),
  );
  return lists.flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** How many mails were given up and can still be sent, of all outboxes. Throws what ky throws, or SessionEnded. */
async function askFailedMails(): Promise<number> {
  const counts = await Promise.all(
    Object.values(OUTBOXES).map(({ calls, path }) => calls.get(`${path}failed`).json<MailCountAnswer>()),
  );
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Sends a mail that waits or was given up at once. Throws what ky throws (404 when it cannot be sent any more), or SessionEnded. */
export async function retryMail({ outbox, id }: OutboxMail): Promise<void> {
  const { calls, path } = OUTBOXES[outbox];
  await calls.post(`${path}${id}/retry`);
}

/** How many mails were given up and can still be sent by hand. The one store of this tab. */
export const failedMails = createWaiting(askFailedMails);
