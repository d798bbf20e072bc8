import type { ReadQuery } from './read-query.ts';
import type { RowFacts } from './row-facts.ts';
import { STAGES, type Stage } from './stages.ts';

/** Where a row belongs: its stage, and through which of its keys (the article's where both serve or none is asked). */
export interface Place {
  readonly stage: Stage;
  readonly kind: number;
}

/** The one place of a row in the answer to a query, or null when it does not belong there. Pure. */
export function placeOf(row: RowFacts, query: ReadQuery): Place | null {
  for (const stage of STAGES) {
    const kind = stage.accepts(row, query);
    if (kind !== null) return { stage, kind };
  }
  return null;
}
