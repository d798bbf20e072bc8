import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { DocumentState } from '../../../../contract/docflow.ts';
import { isPending } from '../../../../rules/signatories.ts';

/** A person listed in a document, with their decision about its present version. Times are milliseconds since the epoch. */
export interface Signatory {
  readonly kind: SignatoryKind;
  /** Who is listed. */
  readonly uid: string;
  /** Since when a decision is asked for; null: it is not. */
  readonly askedAt: number | null;
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
  askedAt: null,
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

/**
 * The entries with the moment since which each is asked: it stays where somebody is asked still, begins where the turn has come
 * by now, and ends where nothing is asked any more.
 */
export function withTurns(entries: readonly Signatory[], ordered: boolean, now: number): Signatory[] {
  const asked = new Set(signatoriesAsked(entries, ordered));
  return entries.map((entry) => ({ ...entry, askedAt: asked.has(entry) ? (entry.askedAt ?? now) : null }));
}

/** Where a document stands: declined by one is declined, with nobody pending it is done, with nobody listed neither. */
export function stateOf(entries: readonly Signatory[]): DocumentState {
  if (entries.length === 0) return 'none';
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  return entries.some(isPending) ? 'pending' : 'done';
}
