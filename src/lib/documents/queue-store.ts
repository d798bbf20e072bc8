// Three things of documents: the queue of those that wait for the user, the remembered order of it so that a decision
// leads to the next one, and the counts on the tiles and in the menu.
import { atom } from 'nanostores';
import type { DocumentQueue, QueueItem } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { createWaiting, type Failure, outcomeOf } from '../platform/http-client.ts';
import { type DocflowCalls, documentCalls } from './document-calls.ts';
import { queryText, TILE_NAMES, TILES, type Tile } from './list-query.ts';

interface QueueState {
  /** null: not loaded yet. */
  readonly queue: DocumentQueue | null;
  readonly loadingMore: boolean;
  /** Why the last request failed; loaded rows stay. */
  readonly failure: Failure | null;
}

/** The work queue of the user, page by page. */
export function createQueue(calls: Pick<DocflowCalls, 'queue'>) {
  const $queue = atom<QueueState>({ queue: null, loadingMore: false, failure: null });
  let latest = 0;

  /** Loads the first page; of several calls the last one wins. */
  async function load(): Promise<void> {
    latest += 1;
    const mine = latest;
    const { value, failure } = await outcomeOf(() => calls.queue(null));
    if (mine === latest) $queue.set({ queue: value ?? $queue.get().queue, loadingMore: false, failure });
  }

  async function more(): Promise<void> {
    const { queue, loadingMore } = $queue.get();
    if (!queue?.next || loadingMore) return;
    const mine = latest;
    $queue.set({ ...$queue.get(), loadingMore: true, failure: null });
    const { value, failure } = await outcomeOf(() => calls.queue(queue.next));
    if (mine === latest) $queue.set({ queue: value ? withPage(queue, value) : queue, loadingMore: false, failure });
  }

  return { $queue, load, more };
}

/** Appends a further page to the lists; a document that moved meanwhile appears once. */
function withPage(queue: DocumentQueue, page: DocumentQueue): DocumentQueue {
  const joined = (list: QueueList): QueueItem[] => {
    const known = new Set(queue[list].map(({ id }) => id));
    return [...queue[list], ...page[list].filter(({ id }) => !known.has(id))];
  };
  const lists = Object.fromEntries(QUEUE_LISTS.map((list) => [list, joined(list)]));
  return { ...page, ...(lists as Record<QueueList, QueueItem[]>) };
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const WAITING = 'docflow.waiting';

/** Remembers the waiting documents in order, so that a decision leads to the next one. */
export const rememberWaiting = (memory: Memory, ids: readonly number[]): void =>
  memory.setItem(WAITING, JSON.stringify(ids));

function waiting(memory: Memory): number[] {
  try {
    const ids: unknown = JSON.parse(memory.getItem(WAITING) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

/** The waiting document after another, or the first again; null: no other waits. */
export function nextWaiting(memory: Memory, after: number): number | null {
  const ids = waiting(memory);
  const rest = ids.filter((id) => id !== after);
  return rest[Math.max(0, ids.indexOf(after))] ?? rest[0] ?? null;
}

export function forgetWaiting(memory: Memory, id: number): void {
  const left = waiting(memory).filter((one) => one !== id);
  rememberWaiting(memory, left);
}

interface CountersState {
  /** null: not loaded yet. */
  readonly counts: Readonly<Record<Tile, number | null>>;
  readonly failure: Failure | null;
}

const UNKNOWN = { forApproval: null, forReview: null, outgoing: null, mine: null };

/** The number of documents of each tile. Known counts stay while newer ones are loading. */
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

/** How many documents wait for a decision of the user. One store per tab. */
export const waitingDocuments = createWaiting(documentCalls.waiting);
