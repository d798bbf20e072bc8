import type { SignatoryKind, StepMode } from '../../../contract/documents/words.ts';
import { DAY_MS } from '../../../contract/limits.ts';
import { dayNumber, dayStart } from '../../platform/text/day.ts';
import type { AlarmKind } from '../../portal-database/document-tables.ts';

/** One step of a route: whether all of its people sign or any one of them does, within how many days. */
export interface StepRule {
  readonly mode: StepMode;
  /** Calendar days after the one on which the step begins; null: no matter when. */
  readonly days: number | null;
}

/** The steps of a document's route in their order; null: it has flat lists. */
export type Steps = readonly StepRule[] | null;

/** What the rules look at of a signatory. */
interface Placed {
  readonly kind: SignatoryKind;
  readonly step: number | null;
  readonly acceptedAt: number | null;
  readonly declinedAt: number | null;
}

/** Whose turn it is: a step from 1, the recipients when all steps are done, or nobody once somebody has declined. */
export type Turn = number | 'recipients' | 'declined';

/** Whose turn it is on a route. At any time that is one step at most. */
export function turnOf(entries: readonly Placed[], steps: readonly StepRule[]): Turn {
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  const open = steps.findIndex(({ mode }, place) => {
    const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
    const has = ({ acceptedAt }: Placed) => acceptedAt !== null;
    return mode === 'any' ? !own.some(has) : !own.every(has);
  });
  return open === -1 ? 'recipients' : open + 1;
}

/** Whether the turn is that of a person. */
export const isTurnOf = ({ kind, step }: Placed, turn: Turn): boolean =>
  kind === 'acceptor' ? step === turn : turn === 'recipients';

/** The last moment of the day that is this many calendar days after the day of a moment. */
export const endOfDayAfter = (moment: number, days: number, timeZone: string): number =>
  dayStart((dayNumber(moment, timeZone) + days + 1) * DAY_MS, timeZone) - 1;

/** Until when somebody asked since a moment is expected to decide; null: no matter when. */
export function dueOf({ step }: Pick<Placed, 'step'>, steps: Steps, askedAt: number, timeZone: string): number | null {
  const days = step === null ? null : (steps?.[step - 1]?.days ?? null);
  return days === null ? null : endOfDayAfter(askedAt, days, timeZone);
}

/** A step as a document keeps it: a template that changes meanwhile does not touch it. People stand in the signatories. */
export interface StoredStep extends StepRule {
  /** What it is called; empty: it has no name. */
  readonly title: string;
  /** Who may decide besides when the step is overdue by that many days, by the ids of profiles; null: nobody. */
  readonly next: { readonly days: number; readonly users: readonly number[] } | null;
}

/** The route of a document, as resolved when it was made. */
export interface StoredRoute {
  /** The version of the template it comes from. */
  readonly version: number;
  /** Whoever saved that version, by the id of the profile; null: not known. */
  readonly owner: number | null;
  readonly steps: readonly StoredStep[];
}

/** The route in a column of `documents`. */
export const storedRouteOf = (text: string | null): StoredRoute | null =>
  text === null ? null : (JSON.parse(text) as StoredRoute);

/** A step that is asked. Times are milliseconds since the epoch. */
interface Round {
  readonly step: Pick<StoredStep, 'days' | 'next'>;
  readonly askedAt: number;
  /** null: no matter when. */
  readonly dueAt: number | null;
  /** Whether those asked cannot end the step: their accounts are disabled. */
  readonly isUnable: boolean;
}

/**
 * The alarms of a step at a moment: a day before its end, at its end, and when somebody besides may decide: so many days after
 * its end as the step says, at once where nobody else can.
 */
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
