import ky, { type KyInstance } from 'ky';
import { openBridge } from '../http/client.ts';
import { SessionEnded } from '../http/session-ended.ts';
import { session } from './session.ts';
import type { Tokens } from './tokens.ts';

const bearer = (token: string) => `Bearer ${token}`;

/**
 * A client that signs its calls: after a 401 one refresh and one repeat; a call with `retry: 0` is never repeated.
 * Throws SessionEnded without a call when nobody is signed in.
 */
export function guarded(client: KyInstance, tokens: Pick<Tokens, 'access' | 'renew'>): KyInstance {
  return client.extend({
    // One forced repeat after a refresh; nothing is repeated by itself.
    retry: { limit: 1, methods: [], statusCodes: [] },
    hooks: {
      beforeRequest: [
        async ({ request }) => {
          const token = await tokens.access();
          if (!token) throw new SessionEnded();
          request.headers.set('Authorization', bearer(token));
        },
      ],
      afterResponse: [
        async ({ request, response, options, retryCount }) => {
          if (response.status !== 401 || retryCount > 0 || options.retry.limit === 0) return;
          const refused = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
          const token = await tokens.renew(refused);
          if (!token) return;
          const headers = new Headers(request.headers);
          headers.set('Authorization', bearer(token));
          return ky.retry({ request: new Request(request, { headers }), delay: 0, code: 'REFRESHED' });
        },
      ],
    },
  });
}

/** Calls of the catalogue by a signed-in person. */
export const bridge = guarded(openBridge, session.tokens);
