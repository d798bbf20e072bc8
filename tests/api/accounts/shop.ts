import { pino } from 'pino';
import type { TokenAnswer } from '../../../contract/accounts/accounts.ts';
import { MAUTH } from '../../../contract/api.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { REAUTH_MINUTES } from '../../../contract/limits.ts';
import type { HashCost } from '../../../server/accounts/credentials/passwords.ts';
import { accountsOver } from '../../../server/accounts/index.ts';
import { accountsMigrations } from '../../../server/accounts/migrations.ts';
import type { FactorPolicy } from '../../../server/accounts/second-factor.ts';
import type { AccountsSchema } from '../../../server/accounts/store/schema.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import type { Mail, MailTransport } from '../../../server/platform/mail/mail.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { EVENING } from '../../support/moment.ts';
import { UNHURRIED } from '../../support/unhurried.ts';

export const SECRET = 'secret of the tests';
export const PASSWORD = 'correct horse';
export const CHEAP: HashCost = { memory: 64, passes: 1, lanes: 1 };
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 1_440 * MINUTE;

interface Ask {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
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

interface ShopSettings {
  factor?: number;
  hashCost?: HashCost;
  registrationOpen?: boolean;
  verification?: boolean;
  firstAdministrates?: boolean;
  reauthMinutes?: number;
  factorPolicy?: FactorPolicy;
  transport?: MailTransport;
  /** What guesses wait with; by default it only notes how long. */
  pause?: (ms: number) => Promise<void>;
  /** Requests at work at once. */
  runningMax?: number;
  /** What places are called. */
  placeOf?: (address: string) => string;
}

/** What the auth service needs beside its database, where nothing else matters. */
export const settingsOf = (transport: MailTransport) => ({
  secrets: [SECRET] as const,
  passwordMin: 8,
  reauthMinutes: REAUTH_MINUTES,
  factorPolicy: 'off' as FactorPolicy,
  siteName: 'Запчасти',
  registrationOpen: true,
  verification: true,
  firstAdministrates: true,
  transport,
  siteAddress: () => 'https://parts.example',
  timeZone: 'Asia/Yekaterinburg',
  clock: () => EVENING,
  log: pino({ level: 'silent' }),
});

/** Keeps the mails it is given. */
export function keepingTransport() {
  const mails: Mail[] = [];
  return { mails, send: async (mail: Mail) => void mails.push(mail) };
}

/** The auth service behind the real server, over a fresh database, with a clock that stands still until it is moved. */
export async function openShop(open: OpenFresh, settings: ShopSettings = {}) {
  const database = await open<AccountsSchema>(accountsMigrations);
  const time = { now: EVENING };
  const pauses: number[] = [];
  const kept = keepingTransport();
  const { registrationOpen = true, verification = true, transport = kept } = settings;
  const mauth = accountsOver(database, {
    ...settingsOf(transport),
    registrationOpen,
    verification,
    firstAdministrates: settings.firstAdministrates ?? true,
    reauthMinutes: settings.reauthMinutes ?? REAUTH_MINUTES,
    factorPolicy: settings.factorPolicy ?? 'off',
    limits: createLimits(settings.factor ?? 1_000),
    clock: () => time.now,
    pause: settings.pause ?? (async (ms) => void pauses.push(ms)),
    hashCost: settings.hashCost ?? CHEAP,
    ...(settings.placeOf && { placeOf: settings.placeOf }),
  });
  const app = await buildServer({
    identity: mauth.identity,
    services: [{ name: 'mauth', prefix: MAUTH, routes: mauth.routes }],
    trail: mauth.trail,
    limits: { ...UNHURRIED, ...(settings.runningMax !== undefined && { runningMax: settings.runningMax }) },
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
    (await database.read.selectFrom('audit_events').select('event').orderBy('id').execute()).map((row) => row.event);
  /** All mails so far, once those under way are sent. */
  const mails = async () => {
    await mauth.outbox.deliver();
    return kept.mails;
  };
  /** The token of the link in the newest mail to an address. */
  const mailedToken = async (address: string) => {
    const newest = (await mails()).findLast(({ to }) => to === address);
    return /auth\/(?:confirm|forgot|invitation)\/(\S+)/.exec(newest?.text ?? '')?.[1] ?? 'no mail';
  };
  /** The password in the newest mail to an address. */
  const mailedPassword = async (address: string) => {
    const newest = (await mails()).findLast(({ to }) => to === address);
    return /^ {4}(\S+)$/m.exec(newest?.text ?? '')?.[1] ?? 'no mail';
  };
  const signUp = (address: unknown, more: object = {}) =>
    ask('/signup', { method: 'POST', body: { email: address, password: PASSWORD, ...more } });
  const forgot = (address: unknown) => ask('/forgot', { method: 'PATCH', body: { email: address } });
  const close = async () => {
    await app.close();
    await mauth.outbox.close();
    await mauth.trail.close();
  };
  const mailing = { mails, mailedToken, mailedPassword, signUp, forgot };
  return {
    ...mailing,
    app,
    database,
    mauth,
    time,
    pauses,
    ask,
    signIn,
    refresh,
    access,
    signOut,
    addUser,
    begin,
    events,
    close,
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
