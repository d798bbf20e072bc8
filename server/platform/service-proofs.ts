import { createSigner, type Secrets } from './secrets.ts';

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

/** What a request says of itself: whose work it goes on with. */
export interface RequestName {
  readonly id: string;
  /** The trace that it belongs to, empty without one: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}

/** By what a service proves to another of its installation that it has named a request. A proof opens nothing. */
export interface RequestProofs {
  prove(name: RequestName): string;
  /** Whether a proof was made a short while ago for this very name by a service with the same secret. */
  knows(name: RequestName, proof: string): boolean;
}

/** Proofs under a key of their own: whoever reads one on its way can say the same name again, for a minute, and no more. */
export function createRequestProofs(secrets: Secrets, clock: () => number): RequestProofs {
  const signer = createDatedSigner(secrets, 'names of requests', clock);
  const textOf = ({ id, traceparent }: RequestName) => `\n${id}\n${traceparent}`;
  return {
    prove: (name) => signer.sign(textOf(name)),
    knows: (name, proof) => signer.knows(textOf(name), proof),
  };
}

/** How long a signature is good for, and how far the clocks of two services may differ, ms. */
const LIFETIME = 60_000;

/** Signs texts for a short while. */
interface DatedSigner {
  /** A signature that is made now; it tells until when it is good. */
  sign(text: string): string;
  /** Whether a signature of this text was made a short while ago by somebody with the same secret. */
  knows(text: string, signature: string): boolean;
}

/** The signatures that `purpose` has under the current secret; those of different purposes are not taken for one another. */
function createDatedSigner(secrets: Secrets, purpose: string, clock: () => number): DatedSigner {
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
