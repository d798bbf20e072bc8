import { createDatedSigner } from './dated-signer.ts';
import type { Secrets } from './rotating.ts';

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
