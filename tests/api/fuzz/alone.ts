import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { Identity } from '../../../contract/accounts/accounts.ts';
import { BRIDGE, INFORMATOR, MAUTH, MNOTE } from '../../../contract/api.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { type AccountsService, accountsOver } from '../../../server/accounts/index.ts';
import { accountsMigrations } from '../../../server/accounts/migrations.ts';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import { portalOver } from '../../../server/operations/services/portal.ts';
import { shopServiceOver } from '../../../server/operations/services/shop.ts';
import type { Database, Migration } from '../../../server/platform/database/types.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { portalMigrations } from '../../../server/portal-database/migrations.ts';
import { slidesOver } from '../../../server/slides/index.ts';
import { slidesMigrations } from '../../../server/slides/migrations.ts';
import { informatorSettings } from '../../support/informator.ts';
import { EVENING } from '../../support/moment.ts';
import { openPglite } from '../../support/pglite.ts';
import { UNHURRIED } from '../../support/unhurried.ts';
import { CHEAP, keepingTransport, settingsOf } from '../accounts/shop.ts';
import type { FuzzedCall } from './call.ts';
import type { FuzzedAnswer } from './judge.ts';
import type { OpenApi } from './operations.ts';

interface Opened {
  readonly prefix: string;
  /** The auth service knows its callers itself. */
  readonly mauth?: AccountsService;
  readonly routes: FastifyPluginAsyncTypebox;
  close(): Promise<void>;
}

interface Maker {
  readonly migrations: readonly Migration[];
  readonly open: (database: Database<never>, filesFolder: string) => Opened | Promise<Opened>;
}

const around = () => ({ clock: () => EVENING, log: pino({ level: 'silent' }) });
const timeZone = 'Asia/Yekaterinburg';

const MAKERS: Readonly<Record<string, Maker>> = {
  mauth: {
    migrations: accountsMigrations,
    open: (database) => {
      const limits = createLimits(1_000_000);
      const settings = { ...settingsOf(keepingTransport()), ...around(), limits, hashCost: CHEAP };
      const mauth = accountsOver(database as never, settings);
      return { prefix: MAUTH, mauth, routes: mauth.routes, close: mauth.close };
    },
  },
  bridge: {
    migrations,
    open: async (database, filesFolder) => {
      const settings = { filesFolder, timeZone, priceTtlDays: 30, ...around() };
      return { prefix: BRIDGE, ...(await shopServiceOver(database as never, settings)) };
    },
  },
  informator: {
    migrations: portalMigrations,
    open: async (database, filesFolder) => {
      const settings = { ...informatorSettings(), filesFolder, ...around() };
      return { prefix: INFORMATOR, ...(await portalOver(database as never, settings)) };
    },
  },
  mnote: {
    migrations: slidesMigrations,
    open: async (database, filesFolder) => ({
      prefix: MNOTE,
      ...(await slidesOver(database as never, { filesFolder, onChange: () => {}, ...around() })),
    }),
  },
};

const CALLERS = ['anna', 'oleg', 'admin'];

/** A token is the uid of who calls. */
const identity: Identity = {
  hasRecentPassword: async () => true,
  callerOf: async (uid) =>
    uid === 'forged'
      ? null
      : {
          uid,
          email: `${uid}@parts.example`,
          name: null,
          rank: uid === 'admin' ? 'admin' : 'user',
          sessionId: uid,
          mustChangePassword: false,
        },
};

export const SERVICES = Object.keys(MAKERS);

/** Runs something with one service over PostgreSQL inside this process, called without a network. */
export async function withAlone(
  name: string,
  run: (target: {
    readonly openApi: OpenApi;
    readonly callers: readonly (string | null)[];
    send(call: FuzzedCall): Promise<FuzzedAnswer>;
    refresh(): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const maker = MAKERS[name];
  if (!maker) throw new Error(`no service ${name}`);
  const filesFolder = await mkdtemp(join(tmpdir(), 'parts-fuzzed-'));
  const database = await openPglite<never>(maker.migrations);
  const service = await maker.open(database, filesFolder);
  const { mauth, prefix, routes } = service;
  const app = await buildServer({
    showsReference: true,
    limits: UNHURRIED,
    services: [{ name, prefix, routes }],
    identity: mauth?.identity ?? identity,
  });
  const tokens = new Map(CALLERS.map((caller) => [caller, caller]));
  const refresh = async () => {
    for (const caller of mauth ? CALLERS : []) tokens.set(caller, await signedIn(app, mauth, caller, tokens));
  };
  const send = async ({ method, target, as, headers, body }: FuzzedCall): Promise<FuzzedAnswer> => {
    const authorization = as === null ? {} : { authorization: `Bearer ${tokens.get(as) ?? as}` };
    const answer = await app.inject({
      method: method as InjectOptions['method'],
      url: target,
      headers: { ...headers, ...authorization },
      payload: body?.bytes,
    });
    const type = String(answer.headers['content-type'] ?? '');
    return { status: answer.statusCode, type, body: answer.body };
  };
  try {
    const openApi = (await app.inject('/api/docs/json')).json<OpenApi>();
    await run({ openApi, callers: [null, 'forged', ...CALLERS, 'admin'], send, refresh });
  } finally {
    await app.close();
    await service.close();
    await rm(filesFolder, { recursive: true, force: true });
  }
}

/** A token of the auth service that is good: the one before, or that of an account like the one that was spoilt. */
async function signedIn(
  app: FastifyInstance,
  mauth: AccountsService | undefined,
  caller: string,
  tokens: Map<string, string>,
): Promise<string> {
  const before = tokens.get(caller) ?? '';
  if (!mauth || (await mauth.identity.callerOf(before))) return before;
  const password = 'Пароль на замену 1';
  const email = readEmail(`${caller}.${randomUUID()}@parts.example`);
  if (!email) throw new Error('no e-mail');
  const rank = caller === 'admin' ? 'admin' : 'user';
  await mauth.accounts.create({ email, password, name: null, rank });
  const payload = { email: email.typed, password };
  const answer = await app.inject({ method: 'POST', url: `${MAUTH}/signin`, payload });
  return answer.json<{ access: string }>().access;
}
