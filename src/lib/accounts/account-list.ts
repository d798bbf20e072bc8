// State of the page where administrators search, create and change the accounts of users. Staff with their roles are in
// people/.
import type { AdminAccountAnswer } from '../../../contract/accounts/accounts.ts';
import { attempt, type Failure } from '../platform/http-client.ts';
import { createCursorList, rowPage } from '../ui/cursor-list.ts';
import type { AccountCalls, NewAccount } from './account-calls.ts';
import type { AccountAction } from './account-texts.ts';

/** Accounts of one page; fewer mean that there are no more. */
const ACCOUNTS_PAGE = 50;

/** The accounts as an administrator sees them. Rows change only after the server agreed; a refused change gives its reason. */
export function createAccounts(calls: AccountCalls) {
  const { $list, replace, search, more } = createCursorList(
    {
      page: async (query: string, last, signal) =>
        rowPage(await calls.list(query.trim(), last, ACCOUNTS_PAGE, signal), ACCOUNTS_PAGE, ({ email }) => email),
      rowsOf: ({ rows }) => rows,
    },
    '',
  );

  const act: Readonly<Record<AccountAction, (email: string) => Promise<Partial<AdminAccountAnswer> | undefined>>> = {
    promote: (email) => calls.change(email, { rank: 'admin' }),
    demote: (email) => calls.change(email, { rank: 'user' }),
    disable: (email) => calls.change(email, { disabled: true }),
    enable: (email) => calls.change(email, { disabled: false }),
    reset: silent(calls.reset),
    resetFactor: silent(calls.resetFactor),
    endSessions: silent(calls.endSessions),
  };
  /** What a row becomes by an action, as far as the page shows it. */
  const after: Readonly<Record<AccountAction, Partial<AdminAccountAnswer>>> = {
    promote: { rank: 'admin' },
    demote: { rank: 'user' },
    disable: { disabled: true, sessions: 0 },
    enable: { disabled: false },
    reset: { mustChangePassword: true, sessions: 0 },
    resetFactor: { secondFactor: false, sessions: 0 },
    endSessions: { sessions: 0 },
  };

  return {
    $accounts: $list,
    search,
    more,
    /** Acts on an account; the answer says what failed. */
    change: (action: AccountAction, email: string): Promise<Failure | null> =>
      attempt(async () => {
        const answer = await act[action](email);
        replace((row) => (row.email === email ? { ...row, ...after[action], ...answer } : row));
      }),
    /** Creates an account and shows the list anew; throws what the server answered. */
    async create(account: NewAccount): Promise<void> {
      await calls.create(account);
      await search('');
    },
  };
}

/** A call that answers nothing of the account. */
const silent = (call: (email: string) => Promise<void>) => async (email: string) => {
  await call(email);
  return undefined;
};
