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

export interface Turns {
  /** Whether a pending signatory is not asked yet: the acceptors before, or the step of the route, are not done. */
  isWaiting(entry: Placed): boolean;
  /** Whether no decision of a pending signatory is needed any more: others ended the step, or the document is declined. */
  isPassed(entry: Placed): boolean;
}

/** What is asked of each signatory. A route has up to ROUTE_PEOPLE_MAX of them, and their turn is found once for all. */
export function turnsIn(entries: readonly Placed[], ordered: boolean, steps: Modes = null): Turns {
  const turn = steps && turnOf(entries, steps);
  const isDeclined = entries.some(({ declinedAt }) => declinedAt !== null);
  const isUnsigned = entries.some(({ kind, acceptedAt }) => kind === 'acceptor' && acceptedAt === null);
  const isOver = (step: number | null) => turn === 'recipients' || (typeof turn === 'number' && turn > (step ?? 0));
  return {
    isWaiting: (entry) =>
      isPending(entry) &&
      (turn === null ? ordered && entry.kind === 'recipient' && isUnsigned : !isTurnOf(entry, turn)),
    isPassed: ({ step, kind }) => isDeclined || (kind === 'acceptor' && isOver(step)),
  };
}

/** The signatories whose decision is asked for now; a declined document asks for none. */
export function signatoriesAsked<T extends Placed>(entries: readonly T[], ordered: boolean, steps: Modes = null): T[] {
  if (entries.some(({ declinedAt }) => declinedAt !== null)) return [];
  const { isWaiting } = turnsIn(entries, ordered, steps);
  return entries.filter((entry) => isPending(entry) && !isWaiting(entry));
}
