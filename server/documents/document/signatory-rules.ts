// Rules of signing without a database: who is asked when, by which step of a route, and what a decision changes.
import type { DocumentState } from '../../../contract/documents/documents.ts';
import type { SignatoryKind, StepMode } from '../../../contract/documents/words.ts';
import { DAY_MS, DECISION_UNDO_MS } from '../../../contract/limits.ts';
import { isPending, signaturesOf } from '../../../rules/documents/signing.ts';
import { signatoriesAsked, turnsIn } from '../../../rules/documents/turns.ts';
import { dayNumber, dayStart } from '../../platform/text/day.ts';
import type { AlarmKind } from '../../portal-database/document-tables.ts';

/** A person listed in a document, with their decision about its present version. Times in ms since the epoch. */
export interface Signatory {
  readonly kind: SignatoryKind;
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
  /** Names of the moment of the decision; null: not decided. */
  readonly decidedAs: DecidedAs | null;
  /** The step of the route that asks the person, from 1; null: recipients, and lists without a route. */
  readonly step: number | null;
  /** Until when the decision is expected; null: no matter when, or nothing is asked. */
  readonly dueAt: number | null;
}

export interface NameAndPosition {
  readonly name: string;
  readonly position: string;
}

/** The signatory, and the person who decided: the signatory too, or a substitute. */
export interface DecidedAs extends NameAndPosition {
  readonly by: NameAndPosition;
}

export const decidedAt = ({ acceptedAt, declinedAt }: Pick<Signatory, 'acceptedAt' | 'declinedAt'>): number | null =>
  acceptedAt ?? declinedAt;

/** Who decided, by uid; null: not decided. */
export const decidedBy = ({ acceptedBy, declinedBy }: Signatory): string | null => acceptedBy ?? declinedBy;

export const blankSignatory = (kind: SignatoryKind, uid: string, step: number | null = null): Signatory => ({
  kind,
  uid,
  askedAt: null,
  acceptedAt: null,
  acceptedBy: null,
  declinedAt: null,
  declinedBy: null,
  reason: '',
  decidedAs: null,
  step,
  dueAt: null,
});

export const namedIn = (entries: readonly Signatory[]): string[] => [
  ...new Set(
    entries.flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy]).filter((uid) => uid !== null),
  ),
];

/** Sets since and until when each signatory is asked, keeps it where they still are, and clears it for others. */
export function withTurns(
  entries: readonly Signatory[],
  { ordered, steps }: { readonly ordered: boolean; readonly steps: Steps },
  { at, timeZone }: { readonly at: number; readonly timeZone: string },
): Signatory[] {
  const asked = new Set(signatoriesAsked(entries, ordered, steps));
  return entries.map((entry) => {
    if (!asked.has(entry)) return { ...entry, askedAt: null, dueAt: null };
    if (entry.askedAt !== null) return entry;
    return { ...entry, askedAt: at, dueAt: dueOf(entry, steps, at, timeZone) };
  });
}

/** The state of a document: `declined` by any signatory, `pending`, `done`, or `none` without signatories. */
export function stateOf(entries: readonly Signatory[], steps: Steps = null): DocumentState {
  if (entries.length === 0) return 'none';
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  const open = steps ? signatoriesAsked(entries, true, steps) : entries.filter(isPending);
  return open.length > 0 ? 'pending' : 'done';
}

export function acceptedIn(entries: readonly Signatory[], kind: SignatoryKind, steps: Steps = null) {
  const listed = entries.filter((entry) => entry.kind === kind);
  const groups =
    kind === 'acceptor' && steps
      ? steps.map(({ mode }, place) => ({ mode, of: listed.filter(({ step }) => step === place + 1) }))
      : [{ mode: 'all' as const, of: listed }];
  return signaturesOf(
    groups.map(({ mode, of }) => ({ mode, signed: of.map(({ acceptedAt }) => acceptedAt !== null) })),
  );
}

export type Listed = Pick<Signatory, 'kind' | 'uid'> & Partial<Pick<Signatory, 'step'>>;

export type DecisionMade = { readonly kind: 'accept' } | { readonly kind: 'decline'; readonly reason: string };

interface Decision {
  readonly kind: SignatoryKind;
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
  /** The names that the decision keeps, of a signatory and of the caller. */
  readonly as: (signatory: string) => DecidedAs;
}

/**
 * `not listed`: neither the caller nor the people they substitute. `settled`: the signatory has decided otherwise,
 * which stands until the next version. `closed`: others have settled the step, or declined. `unchanged`: the signatory
 * has decided so already.
 */
type Decided =
  | { readonly outcome: 'not listed' | 'waiting' | 'settled' | 'closed' }
  | { readonly outcome: 'unchanged'; readonly entry: Signatory }
  | { readonly outcome: 'marked'; readonly entry: Signatory; readonly entries: readonly Signatory[] };

/** Adds a decision. Without `insteadOf` it is the caller's where listed, so that a repeated call signs once. */
export function decide(entries: readonly Signatory[], marking: Decision): Decided {
  const found = findSignatory(entries, marking);
  if (!found) return { outcome: 'not listed' };
  const { act, now, caller, ordered, steps = null } = marking;
  if (!isPending(found)) {
    const isSame = act.kind === 'accept' ? found.acceptedAt !== null : found.declinedAt !== null;
    return isSame ? { outcome: 'unchanged', entry: found } : { outcome: 'settled' };
  }
  const turns = turnsIn(entries, ordered, steps);
  if (turns.isPassed(found)) return { outcome: 'closed' };
  if (turns.isWaiting(found)) return { outcome: 'waiting' };
  const decidedAs = marking.as(found.uid);
  const entry: Signatory =
    act.kind === 'accept'
      ? { ...found, acceptedAt: now, acceptedBy: caller, decidedAs }
      : { ...found, declinedAt: now, declinedBy: caller, reason: act.reason, decidedAs };
  return { outcome: 'marked', entry, entries: entries.map((other) => (other === found ? entry : other)) };
}

/** How long after a decision that completes a document it may be withdrawn, ms: the undo, and the call on its way. */
const FINAL_AFTER_MS = DECISION_UNDO_MS + 5_000;

interface Withdrawing {
  readonly caller: string;
  readonly ordered: boolean;
  readonly steps: Steps;
  readonly now: number;
}

/**
 * The signatories whose decision the caller may take back, the latest first: the caller made it or it stands for the
 * caller, no later step has decided, and the document is not complete, except right after the decision.
 */
export function withdrawableIn(entries: readonly Signatory[], { caller, ordered, steps, now }: Withdrawing) {
  const isComplete = stateOf(entries, steps) === 'done';
  return entries
    .filter((entry) => {
      const at = decidedAt(entry);
      if (at === null || (decidedBy(entry) !== caller && entry.uid !== caller)) return false;
      if (isComplete && now - at > FINAL_AFTER_MS) return false;
      return !entries.some((other) => decidedAt(other) !== null && isLater(other, entry, ordered, steps));
    })
    .toSorted((one, other) => (decidedAt(other) ?? 0) - (decidedAt(one) ?? 0));
}

function isLater(other: Signatory, entry: Signatory, ordered: boolean, steps: Steps): boolean {
  if (entry.kind === 'recipient') return false;
  if (other.kind === 'recipient') return ordered || steps !== null;
  return (other.step ?? 0) > (entry.step ?? 0);
}

/** Takes a decision back: it is asked again with the deadline of those still asked in its step. */
export function withoutDecision(entries: readonly Signatory[], withdrawn: Signatory): Signatory[] {
  const { kind, uid, step } = withdrawn;
  const peer = entries.find((other) => other.kind === kind && other.step === step && other.askedAt !== null);
  const { askedAt = null, dueAt = null } = peer ?? {};
  const blank = { ...blankSignatory(kind, uid, step), askedAt, dueAt };
  return entries.map((entry) => (entry === withdrawn ? blank : entry));
}

function findSignatory(
  entries: readonly Signatory[],
  { kind, caller, insteadOf, substituted, ordered, steps = null }: Decision,
): Signatory | undefined {
  const listed = entries.filter((entry) => entry.kind === kind);
  const of = (uid: string) => listed.find((entry) => entry.uid === uid);
  if (insteadOf !== null) return insteadOf === caller || substituted.has(insteadOf) ? of(insteadOf) : undefined;
  const own = of(caller);
  if (own) return own;
  const others = listed.filter(({ uid }) => substituted.has(uid));
  const pending = others.filter(isPending);
  const { isWaiting } = turnsIn(entries, ordered, steps);
  return pending.find((entry) => !isWaiting(entry)) ?? pending[0] ?? others[0];
}

/** One step of a route: whether all of its people sign or any one of them does, within how many days. */
interface StepRule {
  readonly mode: StepMode;
  /** Calendar days after the one on which the step begins; null: no matter when. */
  readonly days: number | null;
}

/** The steps of a document's route in their order; null: it has flat lists. */
type Steps = readonly StepRule[] | null;

/** The last moment of the day that is this many calendar days after the day of a moment. */
const endOfDayAfter = (moment: number, days: number, timeZone: string): number =>
  dayStart((dayNumber(moment, timeZone) + days + 1) * DAY_MS, timeZone) - 1;

/** Until when a signatory asked at `askedAt` is expected to decide; null: no deadline. */
function dueOf({ step }: Pick<Signatory, 'step'>, steps: Steps, askedAt: number, timeZone: string): number | null {
  const days = step === null ? null : (steps?.[step - 1]?.days ?? null);
  return days === null ? null : endOfDayAfter(askedAt, days, timeZone);
}

/** A step kept by a document, whatever becomes of the template. Its people are in the signatories. */
export interface StoredStep extends StepRule {
  /** Empty: unnamed. */
  readonly title: string;
  /** Who else may decide when the step is overdue by that many days, by profile id; null: no one. */
  readonly next: { readonly days: number; readonly users: readonly number[] } | null;
}

export interface StoredRoute {
  /** The version of the template it comes from. */
  readonly version: number;
  /** Who saved that version, by profile id; null: unknown. */
  readonly owner: number | null;
  readonly steps: readonly StoredStep[];
  /** Of a fixed route: who acknowledges whatever the author names, by profile id; absent: no one. */
  readonly recipients?: readonly number[];
}

export const storedRouteOf = (text: string | null): StoredRoute | null =>
  text === null ? null : (JSON.parse(text) as StoredRoute);

/** A step that is asked. Times are milliseconds since the epoch. */
interface Round {
  readonly step: Pick<StoredStep, 'days' | 'next'>;
  readonly askedAt: number;
  /** null: no matter when. */
  readonly dueAt: number | null;
  /** Whether those asked cannot complete the step: their accounts are disabled. */
  readonly isUnable: boolean;
}

/** The alarms of a step: a day before its end, at it, and as many days after as it says, at once if none can decide. */
export function alarmsOf(
  { step: { days, next }, askedAt, dueAt, isUnable }: Round,
  now: number,
  timeZone: string,
): AlarmKind[] {
  const alarms: AlarmKind[] = [];
  if (isUnable) alarms.push('unable');
  if (dueAt !== null && now > dueAt) alarms.push('overdue');
  else if (dueAt !== null && now > dueAt - DAY_MS && dueAt - askedAt > DAY_MS) alarms.push('soon');
  const isLate = next !== null && days !== null && now > endOfDayAfter(askedAt, days + next.days, timeZone);
  if (next && (isUnable || isLate)) alarms.push('escalated');
  return alarms;
}
