import type { Document } from '../../../contract/docflow.ts';
import { signaturesOf } from '../../../rules/signatures.ts';

/** How many have signed a document of how many it takes. */
export function signedOf({ acceptor, route }: Pick<Document, 'acceptor' | 'route'>) {
  if (!route) return signaturesOf([{ mode: 'all', signed: acceptor.map(({ accept }) => accept) }]);
  const signed = new Set(acceptor.filter(({ accept }) => accept).map(({ uid }) => uid));
  return signaturesOf(
    route.steps.map(({ mode, people }) => ({ mode, signed: people.map((uid) => signed.has(uid)) })),
  );
}
