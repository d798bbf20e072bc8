import { isHTTPError } from 'ky';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SessionEnded } from '../../../src/lib/platform/http-client.ts';
import { type AuthService, startAuthService } from './auth-service.ts';
import { Browser } from './tab.ts';

let service: AuthService;
let browser: Browser;

beforeEach(async () => {
  service = await startAuthService();
  browser = new Browser(service, 'refresh-0');
});
afterEach(async () => {
  browser.close();
  await service.close();
});

const statusOf = (error: unknown) => (isHTTPError(error) ? error.response.status : error);

describe('a call of a signed-in person', () => {
  test('gets a token first when the tab has none', async () => {
    const { api } = browser.tab();
    await api.get('thing');
    expect(service.calls).toEqual(['GET /refresh', 'GET /thing']);
  });

  test('is repeated once after a 401 and one refresh, its body included', async () => {
    const { api } = browser.tab();
    await api.get('thing');
    service.accesses.clear();
    const form = new FormData();
    form.set('title', 'Бренд');
    const answer = await api.post('thing', { body: form }).json<{ body: string }>();
    expect(answer.body).toContain('Бренд');
    expect(service.count('POST /thing')).toBe(2);
    expect(service.count('GET /refresh')).toBe(2);
  });

  test('fails with the second 401 and is not tried a third time', async () => {
    const { api } = browser.tab();
    service.faults.set('/thing', 401);
    await expect(api.get('thing').catch(statusOf)).resolves.toBe(401);
    expect(service.count('GET /thing')).toBe(2);
  });

  test('is never repeated when it says so', async () => {
    const { api } = browser.tab();
    service.faults.set('/thing', 401);
    await expect(api.post('thing', { retry: 0 }).catch(statusOf)).resolves.toBe(401);
    expect(service.count('POST /thing')).toBe(1);
  });

  test.each([429, 500, 503])('is not repeated after a %i', async (status) => {
    const { api } = browser.tab();
    service.faults.set('/thing', status);
    await expect(api.get('thing').catch(statusOf)).resolves.toBe(status);
    expect(service.count('GET /thing')).toBe(1);
  });

  test('is not made at all when nobody is signed in', async () => {
    browser.refresh = null;
    const { api } = browser.tab();
    await expect(api.get('thing')).rejects.toBeInstanceOf(SessionEnded);
    expect(service.calls).toEqual([]);
  });
});

test('fifty calls refused at once make one refresh', async () => {
  const { api } = browser.tab();
  await api.get('thing');
  service.accesses.clear();
  await Promise.all(Array.from({ length: 50 }, () => api.get('thing')));
  expect(service.count('GET /refresh')).toBe(2);
  expect(service.count('GET /thing')).toBe(101);
});

describe('a refresh that fails', () => {
  test('with 401 ends the session everywhere', async () => {
    const [first, second] = [browser.tab(), browser.tab()];
    await first.session.restore();
    await second.session.restore();
    service.accesses.clear();
    service.refreshes.clear();
    await expect(first.api.get('thing').catch(statusOf)).resolves.toBe(401);
    expect(browser.refresh).toBeNull();
    expect(first.account.get()).toBeNull();
    await expect.poll(() => second.hint.get()).toBeNull();
    await expect(second.api.get('thing')).rejects.toBeInstanceOf(SessionEnded);
  });

  test.each([429, 500, 503, 'cut'] as const)('with %s keeps the session', async (fault) => {
    const { api, session, hint } = browser.tab();
    hint.set({ email: 'a@b.test', rank: 'admin' });
    service.faults.set('/refresh', fault);
    await expect(api.get('thing')).rejects.toThrow();
    await session.restore();
    expect(browser.refresh).toBe('refresh-0');
    expect(hint.get()).toEqual({ email: 'a@b.test', rank: 'admin' });
    service.faults.clear();
    await expect(api.get('thing')).resolves.toBeDefined();
  });
});

describe('several tabs', () => {
  test('that start together make one refresh', async () => {
    const tabs = Array.from({ length: 5 }, () => browser.tab());
    await Promise.all(tabs.map(({ session }) => session.restore()));
    expect(service.count('GET /refresh')).toBe(1);
    for (const { account } of tabs) expect(account.get()?.email).toBe('a@b.test');
  });

  test('share a token that is still good with one that opens later', async () => {
    await browser.tab().session.restore();
    await browser.tab().session.restore();
    expect(service.count('GET /refresh')).toBe(1);
  });

  test('do not share a token that the server has refused', async () => {
    const [first, second] = [browser.tab(), browser.tab()];
    await first.session.restore();
    await second.session.restore();
    service.accesses.clear();
    await second.api.get('thing');
    await first.api.get('thing');
    expect(service.count('GET /refresh')).toBe(2);
  });

  test('are signed out together', async () => {
    const [first, second] = [browser.tab(), browser.tab()];
    await first.session.restore();
    await second.session.restore();
    await first.session.signOut();
    expect(service.refreshes.size).toBe(0);
    await expect.poll(() => second.account.get()).toBeNull();
    expect(second.hint.get()).toBeNull();
  });

  test('follow a sign-in of another account', async () => {
    const [first, second] = [browser.tab(), browser.tab()];
    await first.session.restore();
    service.rank = 'user';
    await second.session.signIn('a@b.test', 'right');
    await expect.poll(() => first.account.get()?.rank).toBe('user');
  });
});

test('a sign-out in the middle of a refresh leaves no session behind', async () => {
  const { api, session } = browser.tab();
  const answer = Promise.withResolvers<void>();
  service.hold = answer.promise;
  const call = api.get('thing').catch((error: unknown) => error);
  await expect.poll(() => service.calls).toEqual(['GET /refresh']);
  await session.signOut();
  answer.resolve();
  await expect(call).resolves.toBeInstanceOf(SessionEnded);
  expect(browser.refresh).toBeNull();
  await expect.poll(() => service.refreshes.size).toBe(0);
});

test('signing out works on this device though the server is away', async () => {
  const { session, account } = browser.tab();
  await session.restore();
  service.faults.set('/signout/', 'cut');
  await session.signOut();
  expect(browser.refresh).toBeNull();
  expect(account.get()).toBeNull();
});

test('signing in stores the refresh token, loads the account and leaves a hint without secrets', async () => {
  browser.refresh = null;
  const { session, account, hint } = browser.tab();
  await session.signIn('a@b.test', 'right');
  expect(browser.refresh).toBe('refresh-1');
  expect(account.get()?.rank).toBe('admin');
  expect(hint.get()).toEqual({ email: 'a@b.test', rank: 'admin' });
});

test('a sign-in over a session that is still there ends the old one at the server', async () => {
  const { session } = browser.tab();
  await session.signIn('a@b.test', 'right');
  await expect.poll(() => [...service.refreshes]).toEqual([browser.refresh]);
});

test('a refused sign-in throws what the server said and keeps the session that was there', async () => {
  const { session } = browser.tab();
  await expect(session.signIn('a@b.test', 'wrong').catch(statusOf)).resolves.toBe(400);
  expect(browser.refresh).toBe('refresh-0');
});

describe('before an upload', () => {
  test('a token with less than five minutes to live is replaced', async () => {
    service.expires = 200;
    const { session } = browser.tab();
    await session.restore();
    service.expires = 1800;
    await expect(session.ensureFresh(5)).resolves.toBe(true);
    expect(service.count('GET /refresh')).toBe(2);
  });

  test('a token that lives longer stays', async () => {
    const { session } = browser.tab();
    await session.restore();
    await expect(session.ensureFresh(5)).resolves.toBe(true);
    expect(service.count('GET /refresh')).toBe(1);
  });

  test('nobody signed in is told at once', async () => {
    browser.refresh = null;
    await expect(browser.tab().session.ensureFresh(5)).resolves.toBe(false);
  });
});
