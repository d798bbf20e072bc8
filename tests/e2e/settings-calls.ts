import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { findInMail } from './mails.ts';

/** Of everybody whom `makeUser` makes. */
export const STAFF_PASSWORD = 'Длинный пароль 1';
const INFORMATOR = '/api/informator';

export interface Row {
  readonly id: number;
  readonly title: string;
}

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Signs in beside the page. */
async function tokensOf(request: APIRequestContext, email: string, password: string): Promise<Tokens> {
  const answer = await request.post('/api/mauth/signin', { data: { email, password } });
  expect(answer.status(), `sign-in of ${email}`).toBe(200);
  return (await answer.json()) as Tokens;
}

/** Calls of a service, by default of the info service, by one person. */
export function callsOf(request: APIRequestContext, token: string, service = INFORMATOR) {
  const headers = { Authorization: `Bearer ${token}` };
  const send = async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const answer = await request.fetch(service + path, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  return {
    get: <T>(path: string) => send<T>('GET', path),
    send,
    headers,
    /** Only the status of a GET. */
    status: async (path: string) => (await request.get(service + path, { headers })).status(),
    add: (list: 'role' | 'directing' | 'task', title: string) => send<Row>('POST', `/${list}/`, { title }),
  };
}
export type Calls = ReturnType<typeof callsOf>;

/** Calls of the info service by a user who signs in beside the page. */
export const callsBy = async (request: APIRequestContext, email: string, password = STAFF_PASSWORD): Promise<Calls> =>
  callsOf(request, (await tokensOf(request, email, password)).access);

/** Address of the administrator that this worker makes for its calls. */
let deputy: Promise<string> | null = null;

/** Sessions of one account are few: calls beside the pages have an administrator of their own. */
export async function asAdmin(request: APIRequestContext, service = INFORMATOR): Promise<Calls> {
  deputy ??= makeDeputy(request);
  return callsOf(request, (await tokensOf(request, await deputy, STAFF_PASSWORD)).access, service);
}

const makeDeputy = (request: APIRequestContext) => makeAdministrator(request, 'Второй администратор');

/** A member of staff with the rank of an administrator; resolves to the address. */
export async function makeAdministrator(request: APIRequestContext, name: string): Promise<string> {
  const { email } = await makeUser(request, name);
  const { E2E_ADMIN_EMAIL = '', E2E_ADMIN_PASSWORD = '' } = process.env;
  const { access, refresh } = await tokensOf(request, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD);
  const promoted = await request.patch(`/api/mauth/admin/user/${encodeURIComponent(email)}`, {
    headers: { Authorization: `Bearer ${access}` },
    data: { rank: 'admin' },
  });
  expect(promoted.ok()).toBe(true);
  await request.delete('/api/mauth/signout/', { headers: { Authorization: `Bearer ${refresh}` } });
  return email;
}

/**
 * An administrator of its own for a test that takes long: meanwhile others sign in as the common one, whose oldest
 * session ends with each of them.
 */
export const ownAdministrator = async (request: APIRequestContext, name = 'Кладовщик') => ({
  email: await makeAdministrator(request, name),
  password: STAFF_PASSWORD,
});

/** A confirmed member of staff with a profile. */
export async function makeUser(request: APIRequestContext, name: string): Promise<{ email: string; calls: Calls }> {
  const email = `staff-${randomUUID()}@example.test`;
  const signedUp = await request.post('/api/mauth/signup', { data: { email, name, password: STAFF_PASSWORD } });
  expect(signedUp.ok()).toBe(true);
  const link = await findInMail(request, email, /\/auth\/confirm\/[\w-]+/);
  await request.get(`/api/mauth/confirm/${link.split('/').at(-1)}`);
  const calls = await callsBy(request, email);
  await calls.send('POST', '/user/', { name });
  return { email, calls };
}

/** Rows of a small company with titles of their own. */
export async function makeCompany(admin: Calls) {
  const mark = randomUUID().slice(0, 8);
  const role = await admin.add('role', `Роль ${mark}`);
  const other = await admin.add('role', `Образец ${mark}`);
  const directing = await admin.add('directing', `Направление ${mark}`);
  const task = await admin.add('task', `Задача ${mark}`);
  return { mark, role, other, directing, task };
}
