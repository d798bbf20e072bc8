import type { Document, Signatory } from '../../../contract/docflow.ts';
import { isPending } from '../../../rules/signatories.ts';
import type { DocumentText } from './document-change.ts';
import type { Signer } from './signatory-list.ts';

/** Whom a document asks once it is saved. */
export interface WhoIsAsked {
  readonly sign: readonly Signer[];
  readonly acknowledge: readonly Signer[];
  /** Whether those who are to acknowledge wait until everybody has signed. */
  readonly inTurn: boolean;
}

interface Saved {
  /** Null for a new document. */
  readonly stored: Pick<Document, 'acceptor' | 'recipient'> | null;
  readonly ordered: boolean;
  /** Whether the save starts a new version, which takes all marks away. */
  readonly clears: boolean;
}

/** Whom a document as it stands asks, and whom it will ask. */
export function waitedFor(document: Document): WhoIsAsked {
  const pending = (entries: readonly Signatory[]) => entries.filter(isPending);
  const acknowledge = pending(document.recipient);
  const sign = pending(document.acceptor);
  return {
    // On a route the present step alone is asked.
    sign: document.route ? sign.filter(({ isWaiting }) => !isWaiting) : sign,
    acknowledge,
    inTurn: acknowledge.some(({ isWaiting }) => isWaiting),
  };
}

/** Who will be asked after the save of a form: those listed but for whoever has answered and need not answer again. */
export function askedAfter(
  { acceptor, recipient }: Pick<DocumentText, 'acceptor' | 'recipient'>,
  { stored, ordered, clears }: Saved,
): WhoIsAsked {
  const markOf = (entries: readonly Signatory[] | undefined, { uid }: Signer): Signatory | undefined =>
    clears ? undefined : entries?.find((entry) => entry.uid === uid && !isPending(entry));
  const unsigned = acceptor.filter((person) => !markOf(stored?.acceptor, person)?.accept);
  return {
    sign: acceptor.filter((person) => !markOf(stored?.acceptor, person)),
    acknowledge: recipient.filter((person) => !markOf(stored?.recipient, person)),
    inTurn: ordered && unsigned.length > 0,
  };
}
