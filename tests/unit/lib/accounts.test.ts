import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminAccountAnswer } from '../../../contract/accounts/accounts.ts';
import type { AccountCalls } from '../../../src/lib/accounts/account-calls.ts';
import { createAccounts } from '../../../src/lib/accounts/account-list.ts';

const account = (email: string): AdminAccountAnswer => ({
  email,
  rank: 'user',
  name: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  confirmed: true,
  disabled: false,
  mustChangePassword: false,
  secondFactor: false,
  sessions: 2,
});

let made: unknown[][];
let refuses: boolean;
let total: number;

const record = async (...call: unknown[]) => {
  made.push(call);
  if (refuses) throw new TypeError('fetch failed');
};
const calls: AccountCalls = {
  async list(search, last, limit) {
    await record('list', search, last);
    const all = Array.from({ length: total }, (_, index) => account(`${1000 + index}@b.test`));
    return all.filter(({ email }) => last === null || email > last).slice(0, limit);
  },
  create: (account) => record('create', account.email),
  change: async (email, { rank = 'user', disabled = false }) => {
    await record('change', email, { rank, disabled });
    return { ...account(email), rank, disabled, ...(disabled && { sessions: 0 }) };
  },
  reset: (email) => record('reset', email),
  resetFactor: (email) => record('resetFactor', email),
  endSessions: (email) => record('endSessions', email),
};

beforeEach(() => {
  made = [];
  refuses = false;
  total = 3;
});

/** Accounts of one page. */
const PAGE = 50;

describe('the accounts an administrator sees', () => {
  test('come by pages, and the last page says that it is the last', async () => {
    total = PAGE + 1;
    const store = createAccounts(calls);
    await store.search('');
    expect(store.$accounts.get()).toMatchObject({ phase: 'ready', next: expect.any(String) });
    await store.more();
    expect(store.$accounts.get().rows).toHaveLength(total);
    expect(store.$accounts.get().next).toBeNull();
  });

  test('change only after the server agreed', async () => {
    const store = createAccounts(calls);
    await store.search('');
    expect(await store.change('disable', '1000@b.test')).toBeNull();
    expect(store.$accounts.get().rows[0]).toMatchObject({ disabled: true, sessions: 0 });
    refuses = true;
    expect(await store.change('enable', '1000@b.test')).toMatchObject({ kind: 'offline' });
    expect(store.$accounts.get().rows[0]).toMatchObject({ disabled: true });
  });

  test('stay in sight when a search fails', async () => {
    const store = createAccounts(calls);
    await store.search('');
    refuses = true;
    await store.search('а');
    expect(store.$accounts.get()).toMatchObject({ phase: 'failed', failure: { kind: 'offline' } });
    expect(store.$accounts.get().rows).toHaveLength(3);
  });

  test('get no further page of another search after a search that failed', async () => {
    total = PAGE + 1;
    const store = createAccounts(calls);
    await store.search('');
    refuses = true;
    await store.search('а');
    expect(store.$accounts.get().next).toBeNull();
    refuses = false;
    await store.search('');
    expect(store.$accounts.get()).toMatchObject({ phase: 'ready', next: expect.any(String), failure: null });
    refuses = true;
    await store.more();
    expect(store.$accounts.get()).toMatchObject({
      phase: 'ready',
      next: expect.any(String),
      failure: { kind: 'offline' },
    });
  });

  test('are asked for anew after one was created', async () => {
    const store = createAccounts(calls);
    await store.create({ email: 'new@b.test', name: '', password: 'x' });
    expect(made).toEqual([
      ['create', 'new@b.test'],
      ['list', '', null],
    ]);
  });
});
