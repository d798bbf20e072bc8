import { createDatedSigner } from './dated-signer.ts';
import type { Secrets } from './rotating.ts';

/** What services of one installation know one another by when they run in different processes. */
export interface ServiceTokens {
  /** A token for a call that is made now. */
  issue(): string;
  /** Whether a token was issued a short while ago by a service with the same secret. */
  knows(token: string): boolean;
}

/** Tokens under a key that is made from the current secret; they say nothing but until when they are good. */
export function createServiceTokens(secrets: Secrets, clock: () => number): ServiceTokens {
  const signer = createDatedSigner(secrets, 'services', clock);
  return { issue: () => signer.sign(''), knows: (token) => signer.knows('', token) };
}
