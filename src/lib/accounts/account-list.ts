import type { AdminAccountAnswer } from '../../../contract/accounts/accounts.ts';
import { type Failure, failureOf } from '../platform/http-client.ts';
import { createPages } from '../ui/paged-list.ts';
import type { AccountCalls, NewAccount } from './account-calls.ts';
import type { AccountAction } from './account-texts.ts';

/** Accounts of one page; fewer mean that there are no more. */
export const ACCOUNTS_PAGE = 50;

/** The accounts as an administrator sees them. Rows change only after the server agreed; a refused change gives its reason. */
export function createAccounts(calls: AccountCalls) {
  const { $pages, patch, search, more } = createPages<AdminAccountAnswer, string>(
    {
      page: (query, last, signal) => calls.list(query.trim(), last?.email ?? null, ACCOUNTS_PAGE, signal),
      sizeOf: () => ACCOUNTS_PAGE,
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
    $accounts: $pages,
    search,
    more,
    /** Acts on an account; the answer says what failed. */
    async change(action: AccountAction, email: string): Promise<Failure | null> {
      let answer: Partial<AdminAccountAnswer> | undefined;
      try {
        answer = await act[action](email);
      } catch (error) {
        return failureOf(error);
      }
      const rows = $pages.get().rows;
      patch({
        rows: rows.map((row) => (row.email === email ? { ...row, ...after[action], ...answer } : row)),
      });
      return null;
    },
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
