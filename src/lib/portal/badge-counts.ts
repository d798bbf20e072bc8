import type { Badge } from './places.ts';
import type { Seer } from './seer.ts';

/** What is known of what waits, by where it comes from. */
export interface Known {
  readonly documents: number;
  readonly requests: number;
  readonly imports: number;
  readonly sources: number;
  readonly mails: number;
}

/** The numbers of the menu, only those that the person may see, and their sum for what opens the menu. */
export function badgeCounts(
  known: Known,
  { isAdmin, hasDocuments, mayRequests }: Omit<Seer, 'mayCreate'>,
): Readonly<Record<Badge | 'all', number>> {
  const counts: Readonly<Record<Badge, number>> = {
    documents: hasDocuments ? known.documents : 0,
    requests: mayRequests ? known.requests : 0,
    imports: isAdmin ? known.imports : 0,
    sources: isAdmin ? known.sources : 0,
    mails: isAdmin ? known.mails : 0,
  };
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}
