import { Value } from 'typebox/value';
import { AllowsAnswer, type RoleActions } from '../../contract/identity.ts';
import { INFORMATOR } from '../../contract/paths.ts';
import type { FetchService } from './fetch-service.ts';

const ANSWER_WAIT_MS = 5_000;

/** What roles allow, for a process without the info service: asks it over HTTP each time. */
export const remoteRoles = (informatorUrl: string, fetchService: FetchService): RoleActions => ({
  allows: async (uid, action) => {
    const answer = await fetchService(`${informatorUrl}${INFORMATOR}/allows`, {
      json: { uid, action },
      as: 'service',
      waitMs: ANSWER_WAIT_MS,
    });
    if (answer.status === 401)
      throw new Error('the info service does not know this service: do both have the same JWT_SECRET?');
    if (!answer.ok) throw new Error(`info service answered ${answer.status}`);
    return Value.Parse(AllowsAnswer, await answer.json()).allowed;
  },
});
