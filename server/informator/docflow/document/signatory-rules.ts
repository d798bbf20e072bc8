import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { DocumentState } from '../../../../contract/docflow.ts';
import { isPending } from '../../../../rules/signatories.ts';

/** One person listed in a document, with what he did about its present version. Times are milliseconds since the epoch. */
export interface Signatory {
  readonly kind: SignatoryKind;
  /** Who is listed. */
  readonly uid: string;
  readonly acceptedAt: number | null;
  /** Who signed: the person himself or whoever substituted him that day. */
  readonly acceptedBy: string | null;
  readonly declinedAt: number | null;
  readonly declinedBy: string | null;
  /** Why it was declined; empty otherwise. */
  readonly reason: string;
}

/** An entry about which nothing was done yet. */
export const blankSignatory = (kind: SignatoryKind, uid: string): Signatory => ({
  kind,
  uid,
  acceptedAt: null,
  acceptedBy: null,
  declinedAt: null,
  declinedBy: null,
  reason: '',
});

/** Whether nobody is asked for this entry yet: recipients of an ordered document wait until every acceptor has signed. */
export const isWaiting = (entry: Signatory, entries: readonly Signatory[], ordered: boolean): boolean =>
  ordered &&
  entry.kind === 'recipient' &&
  isPending(entry) &&
  entries.some(({ kind, acceptedAt }) => kind === 'acceptor' && acceptedAt === null);

/** Everybody whom entries name: who is listed, and who acted in his stead; each once. */
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
