import { decodeJwt } from 'jose';
import { Value } from 'typebox/value';
import { type Caller, type Identity, type Rank, RecentPasswordAnswer } from '../../contract/identity.ts';
import { MAUTH } from '../../contract/paths.ts';
import type { FetchService } from './fetch-service.ts';

/** How long an answer of the auth service is believed, ms. */
const BELIEVED_MS = 5_000;
const ANSWER_WAIT_MS = 5_000;
const REMEMBERED_MAX = 10_000;

interface Access {
  readonly email: string;
  readonly rank: Rank;
  readonly name: string | null;
}

/** The Identity of a process without the auth service: asks it over HTTP with the caller's own token. */
export function remoteIdentity(mauthUrl: string, fetchService: FetchService, clock: () => number): Identity {
  const remembered = new Map<string, { until: number; caller: Caller | null }>();
  return {
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
      const answer = await fetchService(`${mauthUrl}${MAUTH}/recent-password`, {
        as: { bearer },
        waitMs: ANSWER_WAIT_MS,
      });
      if (answer.status === 401 || answer.status === 403) return false;
      if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
      return Value.Parse(RecentPasswordAnswer, await answer.json()).recent;
    },
  };
}

async function ask(fetchService: FetchService, mauthUrl: string, bearer: string): Promise<Caller | null> {
  const answer = await fetchService(`${mauthUrl}${MAUTH}/access/`, {
    as: { bearer },
    waitMs: ANSWER_WAIT_MS,
  });
  if (answer.status === 401 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(`auth service answered ${answer.status}`);
  const { email, rank, name } = (await answer.json()) as Access;
  // The auth service has just verified this very token, so its claims need no second check here.
  const {
    sub,
    sid,
    mustChangePassword = false,
    mustSetSecondFactor = false,
  } = decodeJwt<{ sid?: number; mustChangePassword?: boolean; mustSetSecondFactor?: boolean }>(bearer);
  const restrictions = { mustChangePassword, mustSetSecondFactor };
  return { uid: sub ?? '', email, rank, name, sessionId: String(sid ?? ''), ...restrictions };
}
