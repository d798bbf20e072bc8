import { Value } from 'typebox/value';
import { type AccountStates, DisabledAnswer, KnownAccountAnswer } from '../../contract/identity.ts';
import { ACCOUNTS_ASKED_MAX } from '../../contract/limits.ts';
import { MAUTH } from '../../contract/paths.ts';
import {
  type AccountDirectory,
  AccountsPageAnswer,
  AddedPeopleAnswer,
  ClaimedAccountAnswer,
  KnownPeopleAnswer,
} from '../../contract/people.ts';
import type { FetchService } from './fetch-service.ts';

const ANSWER_WAIT_MS = 5_000;

/** The states of accounts for a process without the auth service: asks it over HTTP each time. */
export function remoteAccounts(mauthUrl: string, fetchService: FetchService): AccountStates {
  const ask = (path: string, body: object) => askMauth(fetchService, `${mauthUrl}${MAUTH}${path}`, body);
  return {
    disabledAmong: async (uids) => {
      const disabled = new Set<string>();
      for (let from = 0; from < uids.length; from += ACCOUNTS_ASKED_MAX) {
        const answer = await ask('/disabled', { uids: uids.slice(from, from + ACCOUNTS_ASKED_MAX) });
        for (const uid of Value.Parse(DisabledAnswer, answer).uids) disabled.add(uid);
      }
      return disabled;
    },
    accountOf: async (key) => Value.Parse(KnownAccountAnswer, await ask('/account', key)).account,
  };
}

/** The directory of accounts for a process without the auth service: asks it over HTTP each time. */
export function remoteDirectory(mauthUrl: string, fetchService: FetchService): AccountDirectory {
  const ask = (path: string, body: object) =>
    askMauth(fetchService, `${mauthUrl}${MAUTH}/people${path}`, body);
  return {
    page: async (filter) => Value.Parse(AccountsPageAnswer, await ask('/', filter)),
    known: async (emails) => Value.Parse(KnownPeopleAnswer, await ask('/known', { emails })).accounts,
    add: async (people, invites, by) =>
      Value.Parse(AddedPeopleAnswer, await ask('/add', { people, invites, by })).people,
    claim: async (email, by) => Value.Parse(ClaimedAccountAnswer, await ask('/claim', { email, by })).account,
    rename: async (uid, name, by) => {
      await ask('/name', { uid, name, by });
    },
  };
}

async function askMauth(fetchService: FetchService, address: string, json: object): Promise<unknown> {
  const answer = await fetchService(address, { json, as: 'service', waitMs: ANSWER_WAIT_MS });
  if (answer.status === 401)
    throw new Error('the auth service does not know this service: do both have the same JWT_SECRET?');
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
  return answer.json();
}
