import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { DocumentState } from '../../../../contract/docflow.ts';
import { isPending } from '../../../../rules/signatories.ts';
import { signaturesOf } from '../../../../rules/signatures.ts';
import { dueOf, isTurnOf, type Steps, turnOf } from './route-rules.ts';

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
  /** The step of the route that asks the person, from 1; null: recipients, and lists without a route. */
  readonly step: number | null;
  /** Until when the decision is expected; null: no matter when, or nothing is asked. */
  readonly dueAt: number | null;
}

/** A signatory who has decided nothing yet. */
export const blankSignatory = (kind: SignatoryKind, uid: string, step: number | null = null): Signatory => ({
  kind,
  uid,
  askedAt: null,
  acceptedAt: null,
  acceptedBy: null,
  declinedAt: null,
  declinedBy: null,
  reason: '',
  step,
  dueAt: null,
});

/**
 * Whether nothing is asked of a pending signatory: recipients of an ordered document wait until every acceptor has signed; on a
 * route everybody waits whose step is not the present one, and whose step another has settled.
 */
export const isWaiting = (
  entry: Signatory,
  entries: readonly Signatory[],
  ordered: boolean,
  steps: Steps = null,
): boolean =>
  isPending(entry) &&
  (steps
    ? !isTurnOf(entry, turnOf(entries, steps))
    : ordered &&
      entry.kind === 'recipient' &&
      entries.some(({ kind, acceptedAt }) => kind === 'acceptor' && acceptedAt === null));

/** The uids of signatories and of those who decided for them, each once. */
export const namedIn = (entries: readonly Signatory[]): string[] => [
  ...new Set(
    entries
      .flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy])
      .filter((uid) => uid !== null),
  ),
];

/** Entries that somebody is asked to act upon now. */
export function signatoriesAsked(
  entries: readonly Signatory[],
  ordered: boolean,
  steps: Steps = null,
): Signatory[] {
  if (!steps) return entries.filter((entry) => isPending(entry) && !isWaiting(entry, entries, ordered));
  const turn = turnOf(entries, steps);
  return entries.filter((entry) => isPending(entry) && isTurnOf(entry, turn));
}

/** When a turn comes, and where: days of a step end with the day of the organisation. */
interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly timeZone: string;
}

/**
 * The entries with the moment since which each is asked, and until when: both stay where somebody is asked still, begin where
 * the turn has come by now, and end where nothing is asked any more.
 */
export function withTurns(
  entries: readonly Signatory[],
  { ordered, steps }: { readonly ordered: boolean; readonly steps: Steps },
  { at, timeZone }: Moment,
): Signatory[] {
  const asked = new Set(signatoriesAsked(entries, ordered, steps));
  return entries.map((entry) => {
    if (!asked.has(entry)) return { ...entry, askedAt: null, dueAt: null };
    if (entry.askedAt !== null) return entry;
    return { ...entry, askedAt: at, dueAt: dueOf(entry, steps, at, timeZone) };
  });
}

/** Where a document stands: declined by one is declined, with nobody pending it is done, with nobody listed neither. */
export function stateOf(entries: readonly Signatory[], steps: Steps = null): DocumentState {
  if (entries.length === 0) return 'none';
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  const open = steps ? signatoriesAsked(entries, true, steps) : entries.filter(isPending);
  return open.length > 0 ? 'pending' : 'done';
}

/** How many of a list have accepted, of how many it takes. */
export function acceptedIn(
  entries: readonly Signatory[],
  kind: SignatoryKind,
  steps: Steps = null,
): { readonly done: number; readonly all: number } {
  const listed = entries.filter((entry) => entry.kind === kind);
  const groups =
    kind === 'acceptor' && steps
      ? steps.map(({ mode }, place) => ({ mode, of: listed.filter(({ step }) => step === place + 1) }))
      : [{ mode: 'all' as const, of: listed }];
  return signaturesOf(
    groups.map(({ mode, of }) => ({ mode, signed: of.map(({ acceptedAt }) => acceptedAt !== null) })),
  );
}
