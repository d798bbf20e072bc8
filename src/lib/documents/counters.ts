import { atom } from 'nanostores';
import { createWaiting, type Failure, outcomeOf } from '../platform/http-client.ts';
import { type DocflowCalls, documentCalls } from './document-calls.ts';
import { queryText, TILE_NAMES, TILES, type Tile } from './list-query.ts';

interface CountersState {
  /** null: not known yet. */
  readonly counts: Readonly<Record<Tile, number | null>>;
  readonly failure: Failure | null;
}

const UNKNOWN = { forApproval: null, forReview: null, outgoing: null, mine: null };

/** How many documents stand behind each tile. Known numbers stay while newer ones are asked for. */
export function createCounters(calls: Pick<DocflowCalls, 'count'>) {
  const $counters = atom<CountersState>({ counts: UNKNOWN, failure: null });
  let latest = 0;

  async function load(): Promise<void> {
    latest += 1;
    const mine = latest;
    const asked = await Promise.all(TILE_NAMES.map((tile) => outcomeOf(() => calls.count(queryText(TILES[tile])))));
    if (mine !== latest) return;
    const counts = { ...$counters.get().counts };
    let failure: Failure | null = null;
    for (const [index, tile] of TILE_NAMES.entries()) {
      const outcome = asked[index];
      counts[tile] = outcome?.value ?? counts[tile];
      failure ??= outcome?.failure ?? null;
    }
    $counters.set({ counts, failure });
  }

  return { $counters, load };
}

/** How many documents wait for the signed-in person's decision. The one store of this tab. */
export const waitingDocuments = createWaiting(documentCalls.waiting);
