import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AuthService, startAuthService } from './auth-service.ts';
import { Browser } from './tab.ts';

let service: AuthService;
let browser: Browser;

beforeEach(async () => {
  service = await startAuthService();
  service.mustChangePassword = true;
  browser = new Browser(service);
});
afterEach(async () => {
  browser.close();
  await service.close();
});

test('a mailed password is known to the pages from the sign-in on', async () => {
  const { session, hint } = browser.tab();
  const answer = await session.signIn('a@b.test', 'right');
  expect(answer.mustChangePassword).toBe(true);
  expect(hint.get()).toEqual({ email: 'a@b.test', rank: 'admin', mustChangePassword: true });
});

test('a page opened later learns it from the refresh', async () => {
  await browser.tab().session.signIn('a@b.test', 'right');
  browser.close();
  const { session, hint } = browser.tab();
  await session.restore();
  expect(hint.get()?.mustChangePassword).toBe(true);
});

test('after the change nothing reminds of it', async () => {
  const { session, hint } = browser.tab();
  await session.signIn('a@b.test', 'right');
  session.passwordChanged();
  await session.restore();
  expect(hint.get()).toEqual({ email: 'a@b.test', rank: 'admin' });
});
