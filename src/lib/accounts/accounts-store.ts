import { atom } from 'nanostores';
import type { AdminAccountAnswer } from '../../../contract/mauth.ts';
import { createLatest } from '../browser/latest.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { AccountCalls, NewAccount } from './account-calls.ts';
import type { AccountAction } from './accounts-texts.ts';

/** Accounts of one page; fewer mean that there are no more. */
export const ACCOUNTS_PAGE = 50;

export interface AccountsState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: readonly AdminAccountAnswer[];
  readonly search: string;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** Why the search gave nothing; the rows are still those of the search before. */
  readonly failure: Failure | null;
  /** Why there is no further page. */
  readonly moreFailure: Failure | null;
}

/** The accounts as an administrator sees them. Rows change only after the server agreed; a refused change gives its reason. */
export function createAccounts(calls: AccountCalls) {
  const $accounts = atom<AccountsState>({
    phase: 'loading',
    rows: [],
    search: '',
    hasMore: false,
    loadingMore: false,
    failure: null,
    moreFailure: null,
  });
  const latest = createLatest();
  const patch = (next: Partial<AccountsState>) => $accounts.set({ ...$accounts.get(), ...next });

  async function ask(last: string | null): Promise<void> {
    const { search, rows } = $accounts.get();
    const answer = await latest.run((signal) => calls.list(search.trim(), last, ACCOUNTS_PAGE, signal));
    if (answer === null) return;
    patch({
      phase: 'ready',
      rows: last === null ? answer.value : [...rows, ...answer.value],
      hasMore: answer.value.length === ACCOUNTS_PAGE,
      loadingMore: false,
      failure: null,
      moreFailure: null,
    });
  }

  async function search(text: string): Promise<void> {
    patch({ search: text, loadingMore: false });
    try {
      await ask(null);
    } catch (error) {
      // A further page would belong to another search than the rows in sight.
      const phase = $accounts.get().phase === 'ready' ? 'ready' : 'failed';
      patch({ phase, hasMore: false, failure: failureOf(error) });
    }
  }

  async function more(): Promise<void> {
    const last = $accounts.get().rows.at(-1);
    if (!last || $accounts.get().loadingMore) return;
    patch({ loadingMore: true, moreFailure: null });
    try {
      await ask(last.email);
    } catch (error) {
      patch({ loadingMore: false, moreFailure: failureOf(error) });
    }
  }

  const act: Readonly<Record<AccountAction, (email: string) => Promise<void>>> = {
    promote: (email) => calls.change(email, { rank: 'admin' }),
    demote: (email) => calls.change(email, { rank: 'user' }),
    disable: (email) => calls.change(email, { disabled: true }),
    enable: (email) => calls.change(email, { disabled: false }),
    reset: calls.reset,
    resetFactor: calls.resetFactor,
    endSessions: calls.endSessions,
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
    $accounts,
    search,
    more,
    /** Acts on an account; the answer says what failed. */
    async change(action: AccountAction, email: string): Promise<Failure | null> {
      try {
        await act[action](email);
      } catch (error) {
        return failureOf(error);
      }
      const rows = $accounts.get().rows;
      patch({ rows: rows.map((row) => (row.email === email ? { ...row, ...after[action] } : row)) });
      return null;
    },
    /** Creates an account and shows the list anew; throws what the server answered. */
    async create(account: NewAccount): Promise<void> {
      await calls.create(account);
      await search('');
    },
  };
}
