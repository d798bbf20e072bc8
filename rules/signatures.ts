import type { StepMode } from '../contract/route-modes.ts';

/** People who are asked together, and whether all of them sign or any one does. */
interface Group {
  readonly mode: StepMode;
  /** Of each whether he has signed. */
  readonly signed: readonly boolean[];
}

/** How many signatures there are of how many it takes: one where any of several is enough, whoever that spares. */
export function signaturesOf(groups: readonly Group[]): { readonly done: number; readonly all: number } {
  const counted = groups.map(({ mode, signed }) => {
    const done = signed.filter(Boolean).length;
    return mode === 'any'
      ? { done: Math.min(done, 1), all: Math.min(signed.length, 1) }
      : { done, all: signed.length };
  });
  return {
    done: counted.reduce((sum, { done }) => sum + done, 0),
    all: counted.reduce((sum, { all }) => sum + all, 0),
  };
}
