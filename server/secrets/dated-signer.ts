import { createSigner, type Secrets } from './rotating.ts';

/** How long a signature is good for, and how far the clocks of two services may differ, ms. */
const LIFETIME = 60_000;

/** Signs texts for a short while. */
export interface DatedSigner {
  /** A signature that is made now; it tells until when it is good. */
  sign(text: string): string;
  /** Whether a signature of this text was made a short while ago by somebody with the same secret. */
  knows(text: string, signature: string): boolean;
}

/** The signatures that `purpose` has under the current secret; those of different purposes are not taken for one another. */
export function createDatedSigner(secrets: Secrets, purpose: string, clock: () => number): DatedSigner {
  const signer = createSigner(secrets, purpose);
  return {
    sign: (text) => {
      const until = String(clock() + LIFETIME);
      return `${until}.${signer.sign(until + text)}`;
    },
    knows: (text, signature) => {
      const [, until = '', sent = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(signature) ?? [];
      if (!signer.knows(until + text, sent)) return false;
      const left = Number(until) - clock();
      return left > 0 && left <= 2 * LIFETIME;
    },
  };
}
