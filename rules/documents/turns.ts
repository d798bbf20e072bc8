// Whose turn it is to decide about a document: on the steps of a route, or in flat lists. The server asks people by
// these rules, and the form of a document forecasts by them.
import type { SignatoryKind, StepMode } from '../../contract/documents/words.ts';
import { isPending } from './signing.ts';

/** A signatory with the decision about the present version; moments of any notation, null: not decided so. */
export interface Placed {
  readonly kind: SignatoryKind;
  /** The step of the route, from 1; null: recipients, and lists without a route. */
  readonly step: number | null;
  readonly acceptedAt: unknown;
  readonly declinedAt: unknown;
}

/** The steps of a document's route in their order; null: it has flat lists. */
export type Modes = readonly { readonly mode: StepMode }[] | null;

/** Whose turn it is: a step from 1, the recipients when all steps are done, or `declined`. */
export type Turn = number | 'recipients' | 'declined';

/** Finds whose turn it is on a route: one step at most. */
export function turnOf(entries: readonly Placed[], steps: NonNullable<Modes>): Turn {
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  const open = steps.findIndex(({ mode }, place) => {
    const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
    const has = ({ acceptedAt }: Placed) => acceptedAt !== null;
    return mode === 'any' ? !own.some(has) : !own.every(has);
  });
  return open === -1 ? 'recipients' : open + 1;
}

const isTurnOf = ({ kind, step }: Placed, turn: Turn): boolean =>
  kind === 'acceptor' ? step === turn : turn === 'recipients';

/** Whether a pending signatory is not asked yet: the acceptors before, or the step of the route, are not done. */
export const isWaiting = (entry: Placed, entries: readonly Placed[], ordered: boolean, steps: Modes = null) =>
  isPending(entry) &&
  (steps
    ? !isTurnOf(entry, turnOf(entries, steps))
    : ordered &&
      entry.kind === 'recipient' &&
      entries.some(({ kind, acceptedAt }) => kind === 'acceptor' && acceptedAt === null));

/** The signatories whose decision is asked for now; a declined document asks for none. */
export function signatoriesAsked<T extends Placed>(entries: readonly T[], ordered: boolean, steps: Modes = null): T[] {
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return [];
  return entries.filter((entry) => isPending(entry) && !isWaiting(entry, entries, ordered, steps));
}

/** Whether no decision of a pending signatory is needed any more: others ended the step, or the document is declined. */
export function isPassed({ step, kind }: Placed, entries: readonly Placed[], steps: Modes): boolean {
  if (!steps) return entries.some(({ declinedAt }) => declinedAt !== null);
  const turn = turnOf(entries, steps);
  if (turn === 'declined') return true;
  return kind === 'acceptor' && (turn === 'recipients' || turn > (step ?? 0));
}
