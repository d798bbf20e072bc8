import { createSigner, type Secrets } from './rotating.ts';

/** How long a token is good for, and how far the clocks of two services may differ, ms. */
const LIFETIME = 60_000;

/** What services of one installation know one another by when they run in different processes. */
export interface ServiceTokens {
  /** A token for a call that is made now. */
  issue(): string;
  /** Whether a token was issued a short while ago by a service with the same secret. */
  knows(token: string): boolean;
}

/** Tokens under a key that is made from the current secret; they say nothing but until when they are good. */
export function createServiceTokens(secrets: Secrets, clock: () => number): ServiceTokens {
  const signer = createSigner(secrets, 'services');
  return {
    issue: () => {
      const until = String(clock() + LIFETIME);
      return `${until}.${signer.sign(until)}`;
    },
    knows: (token) => {
      const [, until = '', sent = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(token) ?? [];
      if (!signer.knows(until, sent)) return false;
      const left = Number(until) - clock();
      return left > 0 && left <= 2 * LIFETIME;
    },
  };
}
