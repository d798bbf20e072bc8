import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { AccountAnswer, TokenAnswer } from '../../contract/accounts/accounts.ts';
import type { Profile } from '../../contract/people/profiles.ts';
import { hasDocuments, hasRequests } from '../../src/lib/access/role-rights.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs in by the form and waits until it has led to this path. */
export async function signInByForm(page: Page, { email, password }: Account, to: string): Promise<void> {
  await page.goto(`/auth?from=${encodeURIComponent(to)}`);
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.waitForURL((url) => url.pathname === to.split('?')[0]);
}

/** Sets a password by the form that a mailed or handed-over link has opened; it signs in. */
export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторите пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Задать пароль и войти' }).click();
}

/** Signs out, and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/signout');
  await expect(page).toHaveURL(/\/auth$/);
}

/**
 * Opens a path as a user who signed in before: what the form leaves on a device is put there without it. Most tests
 * are about what comes after, and the form costs two pages.
 */
export async function openSignedIn(page: Page, account: Account, path: string): Promise<void> {
  const left = await whatFormLeaves(page.request, account);
  const leaving = await page.addInitScript(
    ({ sign, entries }) => {
      // Once: a page that leads to another has used the token up by then.
      if (sessionStorage.getItem(sign)) return;
      sessionStorage.setItem(sign, 'left');
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { sign: `sign-in ${randomUUID()}`, entries: Object.entries(left) },
  );
  await page.goto(path);
  await leaving.dispose();
}

/** Entries of the local storage. */
async function whatFormLeaves(request: APIRequestContext, account: Account): Promise<Record<string, string>> {
  const signedIn = await request.post('/api/mauth/signin', { data: account });
  expect(signedIn.status(), `sign-in of ${account.email}`).toBe(200);
  const { access, refresh } = (await signedIn.json()) as TokenAnswer;
  const headers = { Authorization: `Bearer ${access}` };
  const asked = await request.get('/api/mauth/access/', { headers });
  expect(asked.ok(), `account of ${account.email}`).toBe(true);
  const { email, rank, name } = (await asked.json()) as AccountAnswer;
  const roles = await rolesOf(request, headers, name ?? '');
  const hint = {
    email,
    rank,
    ...(hasDocuments(roles) && { hasDocuments: true }),
    ...(hasRequests(roles) && { hasRequests: true }),
  };
  return { session_id: refresh, session_hint: JSON.stringify(hint) };
}

/** Roles by the profile, which the first sign-in of an account makes. */
async function rolesOf(
  request: APIRequestContext,
  headers: Record<string, string>,
  name: string,
): Promise<Profile['roles']> {
  const known = await request.get('/api/informator/user/', { headers });
  const answer = known.ok() ? known : await request.post('/api/informator/user/', { headers, data: { name } });
  // Another worker may have made it meanwhile; the page will ask again.
  return answer.ok() ? ((await answer.json()) as Profile).roles : [];
}
