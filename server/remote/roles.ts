import { Value } from 'typebox/value';
import { AllowsAnswer, type RoleActions } from '../../contract/identity.ts';
import { INFORMATOR } from '../../contract/paths.ts';
import type { ServiceTokens } from '../secrets/service-token.ts';

const ANSWER_WAIT_MS = 5_000;

/** What roles allow, for a process without the info service: asks it over HTTP each time. */
export const remoteRoles = (informatorUrl: string, tokens: ServiceTokens): RoleActions => ({
  allows: async (uid, action) => {
    const answer = await fetch(`${informatorUrl}${INFORMATOR}/allows`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.issue()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uid, action }),
      signal: AbortSignal.timeout(ANSWER_WAIT_MS),
    });
    if (answer.status === 401)
      throw new Error('the info service does not know this service: do both have the same JWT_SECRET?');
    if (!answer.ok) throw new Error(`info service answered ${answer.status}`);
    return Value.Parse(AllowsAnswer, await answer.json()).allowed;
  },
});
