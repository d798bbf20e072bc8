import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { DocumentState } from '../../../../contract/docflow.ts';
import { isPending } from '../../../../rules/signatories.ts';

/** A person listed in a document, with their decision about its present version. Times are milliseconds since the epoch. */
export interface Signatory {
  readonly kind: SignatoryKind;
  /** Who is listed. */
  readonly uid: string;
  readonly acceptedAt: number | null;
  /** Who signed: the signatory or their substitute of that day. */
  readonly acceptedBy: string | null;
  readonly declinedAt: number | null;
  readonly declinedBy: string | null;
  /** Why it was declined; empty otherwise. */
  readonly reason: string;
}

/** A signatory who has decided nothing yet. */
export const blankSignatory = (kind: SignatoryKind, uid: string): Signatory => ({
  kind,
  uid,
  acceptedAt: null,
  acceptedBy: null,
  declinedAt: null,
  declinedBy: null,
  reason: '',
});

/** Whether a signatory is not asked yet: recipients of an ordered document wait until every acceptor has signed. */
export const isWaiting = (entry: Signatory, entries: readonly Signatory[], ordered: boolean): boolean =>
  ordered &&
  entry.kind === 'recipient' &&
  isPending(entry) &&
  entries.some(({ kind, acceptedAt }) => kind === 'acceptor' && acceptedAt === null);

/** The uids of signatories and of those who decided for them, each once. */
export const namedIn = (entries: readonly Signatory[]): string[] => [
  ...new Set(
    entries
      .flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy])
      .filter((uid) => uid !== null),
  ),
];

/** Entries that somebody is asked to act upon now. */
export const signatoriesAsked = (entries: readonly Signatory[], ordered: boolean): Signatory[] =>
  entries.filter((entry) => isPending(entry) && !isWaiting(entry, entries, ordered));

/** Where a document stands: declined by one is declined, with nobody pending it is done. */
export function stateOf(entries: readonly Signatory[]): DocumentState {
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  return entries.some(isPending) ? 'pending' : 'done';
}
