import { Value } from 'typebox/value';
import { type AccountStates, DisabledAnswer } from '../../contract/identity.ts';
import { ACCOUNTS_ASKED_MAX } from '../../contract/limits.ts';
import { MAUTH } from '../../contract/paths.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';

const ANSWER_WAIT_MS = 5_000;

/** The states of accounts for a process without the auth service: asks it over HTTP each time. */
export const remoteAccounts = (mauthUrl: string, tokens: ServiceTokens): AccountStates => ({
  disabledAmong: async (uids) => {
    const disabled = new Set<string>();
    for (let from = 0; from < uids.length; from += ACCOUNTS_ASKED_MAX) {
      const part = uids.slice(from, from + ACCOUNTS_ASKED_MAX);
      for (const uid of await ask(mauthUrl, tokens.issue(), part)) disabled.add(uid);
    }
    return disabled;
  },
});

async function ask(mauthUrl: string, token: string, uids: readonly string[]): Promise<readonly string[]> {
  const answer = await fetch(`${mauthUrl}${MAUTH}/disabled`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uids }),
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
  });
  if (answer.status === 401)
    throw new Error('the auth service does not know this service: do both have the same JWT_SECRET?');
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
  return Value.Parse(DisabledAnswer, await answer.json()).uids;
}
