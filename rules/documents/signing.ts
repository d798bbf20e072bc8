// Counting rules of signatures for server and browser: who has not decided yet, what starts a new version, how many
// have signed.
import type { StepMode } from '../../contract/documents/words.ts';

/** When a signatory decided about the present version, as a moment of any notation; null: not yet. */
interface Decided {
  readonly acceptedAt: unknown;
  readonly declinedAt: unknown;
}

/** Whether a signatory has neither accepted nor declined the present version. */
export const isPending = ({ acceptedAt, declinedAt }: Decided): boolean => acceptedAt === null && declinedAt === null;

/** Whether anyone decided, in this version or an earlier one: such a document is cancelled, never deleted. */
export const bearsDecision = (version: number, signatories: readonly Decided[]): boolean =>
  version > 1 || !signatories.every(isPending);

/** Whether a change starts a new version: it changes the signed content, and a decision has been made. */
export const startsVersion = (changesContent: boolean, signatories: readonly Decided[]): boolean =>
  changesContent && !signatories.every(isPending);

/** People who are asked together, and whether all of them sign or any one does. */
interface Group {
  readonly mode: StepMode;
  readonly signed: readonly boolean[];
}

/** Counts signatures made and needed; a group of mode `any` needs one. */
export function signaturesOf(groups: readonly Group[]): { readonly done: number; readonly all: number } {
  const counted = groups.map(({ mode, signed }) => {
    const done = signed.filter(Boolean).length;
    return mode === 'any' ? { done: Math.min(done, 1), all: Math.min(signed.length, 1) } : { done, all: signed.length };
  });
  return {
    done: counted.reduce((sum, { done }) => sum + done, 0),
    all: counted.reduce((sum, { all }) => sum + all, 0),
  };
}
