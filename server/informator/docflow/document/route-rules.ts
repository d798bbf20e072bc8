import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { StepMode } from '../../../../contract/route-modes.ts';
import { dayNumber, dayStart } from '../../../text/day.ts';

const DAY_MS = 86_400_000;

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
export function dueOf(
  { step }: Pick<Placed, 'step'>,
  steps: Steps,
  askedAt: number,
  timeZone: string,
): number | null {
  const days = step === null ? null : (steps?.[step - 1]?.days ?? null);
  return days === null ? null : endOfDayAfter(askedAt, days, timeZone);
}
