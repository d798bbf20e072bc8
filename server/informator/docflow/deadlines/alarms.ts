import { endOfDayAfter } from '../document/route-rules.ts';
import type { StoredStep } from '../document/stored-route.ts';

/** What is told of a step that is asked, each once: `unable` is a step that nobody asked can end any more. */
export type AlarmKind = 'soon' | 'overdue' | 'escalated' | 'unable';

const DAY_MS = 86_400_000;

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
