import type { TokenAnswer } from '../../../contract/mauth.ts';
import { MAUTH } from '../../../contract/paths.ts';
import { createLimits } from '../../../server/http/limits.ts';
import { buildServer } from '../../../server/http/server.ts';
import { readEmail } from '../../../server/mauth/credentials.ts';
import { mauthOver } from '../../../server/mauth/index.ts';
import { mauthMigrations } from '../../../server/mauth/migrations/index.ts';
import type { HashCost } from '../../../server/mauth/passwords.ts';
import type { MauthSchema } from '../../../server/mauth/schema.ts';
import type { OpenFresh } from '../../support/databases.ts';

export const SECRET = 'secret of the tests';
export const PASSWORD = 'correct horse';
export const CHEAP: HashCost = { memory: 64, passes: 1, lanes: 1 };
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 1_440 * MINUTE;

interface Ask {
  method?: 'GET' | 'POST' | 'DELETE' | 'HEAD';
  body?: unknown;
  bearer?: string;
  address?: string;
}

/** An e-mail that is known to be one. */
export function email(text: string) {
  const read = readEmail(text);
  if (!read) throw new Error(`not an e-mail: ${text}`);
  return read;
}

/** The auth service behind the real server, over a fresh database, with a clock that stands still until it is moved. */
export async function openShop(open: OpenFresh, settings: { factor?: number; hashCost?: HashCost } = {}) {
  const database = await open<MauthSchema>(mauthMigrations);
  const time = { now: Date.UTC(2026, 2, 1, 12) };
  const mauth = mauthOver(database, {
    jwtSecret: SECRET,
    passwordMin: 8,
    limits: createLimits(settings.factor ?? 1_000),
    clock: () => time.now,
    hashCost: settings.hashCost ?? CHEAP,
  });
  const app = await buildServer({
    identity: mauth.identity,
    services: [{ name: 'mauth', prefix: MAUTH, routes: mauth.routes }],
  });

  const ask = async (path: string, { method = 'GET', body, bearer, address = '192.0.2.1' }: Ask = {}) => {
    const answer = await app.inject({
      method,
      url: `${MAUTH}${path}`,
      remoteAddress: address,
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const { statusCode: status, headers } = answer;
    return { status, headers, body: answer.body === '' ? null : answer.json() };
  };
  const signIn = (address: string, password: unknown = PASSWORD, from?: string) =>
    ask('/signin', { method: 'POST', body: { email: address, password }, address: from });
  const refresh = (token: string) => ask('/refresh', { bearer: token });
  const access = (token: string) => ask('/access/', { bearer: token });
  const signOut = (token: string) => ask('/signout/', { method: 'DELETE', bearer: token });

  /** An account with PASSWORD. */
  const addUser = async (address: string, rank: 'user' | 'admin' = 'user') => {
    await mauth.accounts.create({ email: email(address), password: PASSWORD, name: null, rank });
  };
  /** The tokens of a new session. */
  const begin = async (address: string): Promise<TokenAnswer> => {
    const { status, body } = await signIn(address);
    if (status !== 200) throw new Error(`sign-in failed: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const events = async () =>
    (await database.read.selectFrom('audit_events').select('event').orderBy('id').execute()).map(
      (row) => row.event,
    );
  const close = () => app.close();
  return { app, database, mauth, time, ask, signIn, refresh, access, signOut, addUser, begin, events, close };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
