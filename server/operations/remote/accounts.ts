/** Accounts and permissions where another process runs their services (mauth, informator), asked over HTTP. */
import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt } from 'jose';
import { Value } from 'typebox/value';
import * as accountsApi from '../../../contract/accounts/accounts.ts';
import { INFORMATOR, MAUTH } from '../../../contract/api.ts';
import type { AuditHeapsBody } from '../../../contract/journal/journal.ts';
import { ACCOUNTS_ASKED_MAX, AUDIT_HEAPS_MAX } from '../../../contract/limits.ts';
import * as peopleApi from '../../../contract/people/people.ts';
import { type CountedEntry, createTrail, type Trail } from '../../platform/audit-trail.ts';
import type { FetchService } from '../../platform/http/fetch-service.ts';

const BELIEVED_MS = 5_000;
const ANSWER_WAIT_MS = 5_000;
const REMEMBERED_MAX = 10_000;

/** Asks with the caller's own token. */
export function remoteIdentity(mauthUrl: string, fetchService: FetchService, clock: () => number) {
  const remembered = new Map<string, { until: number; caller: accountsApi.Caller | null }>();
  const identity: accountsApi.Identity = {
    callerOf: async (token) => {
      const known = remembered.get(token);
      if (known && known.until > clock()) return known.caller;
      const caller = await ask(fetchService, mauthUrl, token);
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(token, { until: clock() + BELIEVED_MS, caller });
      return caller;
    },
    // Never remembered: it is asked at the few changes that need it.
    hasRecentPassword: async (_caller, bearer) => {
      const address = `${mauthUrl}${MAUTH}/recent-password`;
      const answer = await fetchService(address, { as: { bearer }, waitMs: ANSWER_WAIT_MS });
      if (answer.status === 401 || answer.status === 403) return false;
      if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
      return Value.Parse(accountsApi.RecentPasswordAnswer, await answer.json()).recent;
    },
  };
  return identity;
}

async function ask(fetchService: FetchService, mauthUrl: string, bearer: string): Promise<accountsApi.Caller | null> {
  const answer = await fetchService(`${mauthUrl}${MAUTH}/access/`, { as: { bearer }, waitMs: ANSWER_WAIT_MS });
  if (answer.status === 401 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
  const { email, rank, name } = (await answer.json()) as Pick<accountsApi.Caller, 'email' | 'rank' | 'name'>;
  // The auth service has just verified this very token, so its claims need no second check here.
  const claims = decodeJwt<{ sid?: number; mustChangePassword?: boolean; mustSetSecondFactor?: boolean }>(bearer);
  const { sub = '', sid = '', mustChangePassword = false, mustSetSecondFactor = false } = claims;
  return { uid: sub, email, rank, name, sessionId: String(sid), mustChangePassword, mustSetSecondFactor };
}

/** Asks each time, as do remoteDirectory and remoteRoles. */
export function remoteAccounts(mauthUrl: string, fetchService: FetchService): accountsApi.AccountStates {
  const ask = (path: string, body: object) => askAuth(fetchService, `${mauthUrl}${MAUTH}${path}`, body);
  const idleAmong = async (uids: readonly string[]) => {
    const idle = new Map<string, accountsApi.IdleState>();
    for (let from = 0; from < uids.length; from += ACCOUNTS_ASKED_MAX) {
      const answer = await ask('/disabled', { uids: uids.slice(from, from + ACCOUNTS_ASKED_MAX) });
      const { uids: disabled, unused = [] } = Value.Parse(accountsApi.DisabledAnswer, answer);
      for (const uid of disabled) idle.set(uid, 'disabled');
      for (const { uid, state } of unused) idle.set(uid, state);
    }
    return idle;
  };
  return {
    idleAmong,
    disabledAmong: async (uids) =>
      new Set([...(await idleAmong(uids))].flatMap(([uid, state]) => (state === 'disabled' ? [uid] : []))),
    accountOf: async (key) => Value.Parse(accountsApi.KnownAccountAnswer, await ask('/account', key)).account,
  };
}

export function remoteDirectory(mauthUrl: string, fetchService: FetchService): peopleApi.AccountDirectory {
  const ask = (path: string, body: object) => askAuth(fetchService, `${mauthUrl}${MAUTH}/people${path}`, body);
  return {
    page: async (filter) => Value.Parse(peopleApi.AccountsPageAnswer, await ask('/', filter)),
    known: async (emails) => Value.Parse(peopleApi.KnownPeopleAnswer, await ask('/known', { emails })).accounts,
    add: async (people, invites, by) =>
      Value.Parse(peopleApi.AddedPeopleAnswer, await ask('/add', { people, invites, by })).people,
    claim: async (email, by) => Value.Parse(peopleApi.ClaimedAccountAnswer, await ask('/claim', { email, by })).account,
    rename: async (uid, name, by) => {
      await ask('/name', { uid, name, by });
    },
  };
}

async function askAsService(fetchService: FetchService, name: string, address: string, json: object): Promise<unknown> {
  const answer = await fetchService(address, { json, as: 'service', waitMs: ANSWER_WAIT_MS });
  if (answer.status === 401)
    throw new Error(`the ${name} service does not know this service: do both have the same JWT_SECRET?`);
  if (!answer.ok) throw new Error(`${name} service answered ${answer.status}`);
  return answer.json();
}

const askAuth = (fetchService: FetchService, address: string, json: object) =>
  askAsService(fetchService, 'auth', address, json);

export const remoteRoles = (informatorUrl: string, fetchService: FetchService): accountsApi.RoleActions => ({
  allows: async (uid, action) => {
    const address = `${informatorUrl}${INFORMATOR}/allows`;
    const answer = await askAsService(fetchService, 'info', address, { uid, action });
    return Value.Parse(accountsApi.AllowsAnswer, answer).allowed;
  },
});

interface RemoteTrailDeps {
  readonly mauthUrl: string;
  readonly fetchService: FetchService;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

export const remoteTrail = ({ mauthUrl, fetchService, clock, log }: RemoteTrailDeps): Trail =>
  createTrail({
    clock,
    log,
    write: async (heaps) => {
      for (let from = 0; from < heaps.length; from += AUDIT_HEAPS_MAX)
        await send(mauthUrl, fetchService, heaps.slice(from, from + AUDIT_HEAPS_MAX));
    },
  });

const onTheWire = ({ entry, key, at, lastAt, count }: CountedEntry): AuditHeapsBody['heaps'][number] => ({
  event: entry.event,
  ...{ at, lastAt, count },
  key: key ?? undefined,
  actor: entry.by.actor?.email,
  actorUid: entry.by.actor?.uid ?? undefined,
  address: entry.by.address,
  agent: entry.by.agent,
  target: entry.target,
  targetUid: entry.targetUid,
  details: JSON.stringify(entry.details),
});

async function send(mauthUrl: string, fetchService: FetchService, heaps: readonly CountedEntry[]): Promise<void> {
  const json: AuditHeapsBody = { heaps: heaps.map(onTheWire) };
  const call = { json, as: 'service', waitMs: ANSWER_WAIT_MS } as const;
  const answer = await fetchService(`${mauthUrl}${MAUTH}/audit`, call);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
}
