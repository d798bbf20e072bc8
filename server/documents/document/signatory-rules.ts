import type { DocumentState } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { isPending, signaturesOf } from '../../../rules/documents/signing.ts';
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
    entries.flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy]).filter((uid) => uid !== null),
  ),
];

/** Entries that somebody is asked to act upon now. */
export function signatoriesAsked(entries: readonly Signatory[], ordered: boolean, steps: Steps = null): Signatory[] {
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

/** Somebody listed; whom a route asks, with the step. */
export type Listed = Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>;

/** What a signatory decides. */
export type DecisionMade = { readonly kind: 'accept' } | { readonly kind: 'decline'; readonly reason: string };

export interface Decision {
  readonly kind: SignatoryKind;
  /** Who acts. */
  readonly caller: string;
  /** The signatory that the call names; null: the caller, or else one whom the caller substitutes. */
  readonly insteadOf: string | null;
  /** Whom the caller substitutes today in this list of the document. */
  readonly substituted: ReadonlySet<string>;
  readonly act: DecisionMade;
  readonly ordered: boolean;
  /** Of the document's route; flat lists without them. */
  readonly steps?: Steps;
  readonly now: number;
}

/**
 * `not listed`: neither the caller nor anybody whom they substitute. `settled`: the signatory has decided otherwise, which
 * stands until the next version. `closed`: others have settled the step, or declined. `unchanged`: the signatory has decided so already.
 */
type Decided =
  | { readonly outcome: 'not listed' | 'waiting' | 'settled' | 'closed' }
  | { readonly outcome: 'unchanged'; readonly entry: Signatory }
  | { readonly outcome: 'marked'; readonly entry: Signatory; readonly entries: readonly Signatory[] };

/**
 * Records the decision of one signatory. A call that names nobody never goes on from the caller to somebody else, so that a
 * repeated call signs once.
 */
export function decide(entries: readonly Signatory[], marking: Decision): Decided {
  const found = findSignatory(entries, marking);
  if (!found) return { outcome: 'not listed' };
  const { act, now, caller, ordered, steps = null } = marking;
  if (!isPending(found)) {
    const isSame = act.kind === 'accept' ? found.acceptedAt !== null : found.declinedAt !== null;
    return isSame ? { outcome: 'unchanged', entry: found } : { outcome: 'settled' };
  }
  if (isWaiting(found, entries, ordered, steps))
    return { outcome: isPassed(found, entries, steps) ? 'closed' : 'waiting' };
  const entry: Signatory =
    act.kind === 'accept'
      ? { ...found, acceptedAt: now, acceptedBy: caller }
      : { ...found, declinedAt: now, declinedBy: caller, reason: act.reason };
  return { outcome: 'marked', entry, entries: entries.map((other) => (other === found ? entry : other)) };
}

/** Whether the turn of a route has gone past somebody who was not needed. */
function isPassed({ step, kind }: Signatory, entries: readonly Signatory[], steps: Steps): boolean {
  if (!steps) return false;
  const turn = turnOf(entries, steps);
  if (turn === 'declined') return true;
  return kind === 'acceptor' && (turn === 'recipients' || turn > (step ?? 0));
}

function findSignatory(
  entries: readonly Signatory[],
  { kind, caller, insteadOf, substituted, ordered, steps = null }: Decision,
): Signatory | undefined {
  const listed = entries.filter((entry) => entry.kind === kind);
  const of = (uid: string) => listed.find((entry) => entry.uid === uid);
  if (insteadOf !== null) {
    return insteadOf === caller || substituted.has(insteadOf) ? of(insteadOf) : undefined;
  }
  const own = of(caller);
  if (own) return own;
  const others = listed.filter(({ uid }) => substituted.has(uid));
  const pending = others.filter(isPending);
  return pending.find((entry) => !isWaiting(entry, entries, ordered, steps)) ?? pending[0] ?? others[0];
}
