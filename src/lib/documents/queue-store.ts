import { atom } from 'nanostores';
import type { DocumentQueue, QueueItem } from '../../../contract/documents/lists.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/documents/words.ts';
import { type Failure, outcomeOf } from '../platform/http-client.ts';
import type { DocflowCalls } from './document-calls.ts';

interface QueueState {
  /** null: not known yet. */
  readonly queue: DocumentQueue | null;
  readonly loadingMore: boolean;
  /** Why it could not be loaded, or not further; what is known stays in sight. */
  readonly failure: Failure | null;
}

/** What asks something of the signed-in person, page after page. */
export function createQueue(calls: Pick<DocflowCalls, 'queue'>) {
  const $queue = atom<QueueState>({ queue: null, loadingMore: false, failure: null });
  let latest = 0;

  /** Asks for everything from its beginning; of several such calls the last one counts. */
  async function load(): Promise<void> {
    latest += 1;
    const mine = latest;
    const { value, failure } = await outcomeOf(() => calls.queue(null));
    if (mine === latest) $queue.set({ queue: value ?? $queue.get().queue, loadingMore: false, failure });
  }

  /** Adds the next page of every list. */
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

/** The lists with those of a further page; what has moved meanwhile stands once. */
function withPage(queue: DocumentQueue, page: DocumentQueue): DocumentQueue {
  const joined = (list: QueueList): QueueItem[] => {
    const known = new Set(queue[list].map(({ id }) => id));
    return [...queue[list], ...page[list].filter(({ id }) => !known.has(id))];
  };
  const lists = Object.fromEntries(QUEUE_LISTS.map((list) => [list, joined(list)]));
  return { ...page, ...(lists as Record<QueueList, QueueItem[]>) };
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** Session storage key of the documents that wait, as the home showed them last. */
const WAITING = 'docflow.waiting';

/** Takes note of what waits, in its order: a decision leads on to the next of them. */
export const rememberWaiting = (memory: Memory, ids: readonly number[]): void =>
  memory.setItem(WAITING, JSON.stringify(ids));

/** The documents that wait by what is known here. */
function waiting(memory: Memory): number[] {
  try {
    const ids: unknown = JSON.parse(memory.getItem(WAITING) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

/** What comes after a document: the next one that waits, or the first again; null when nothing else does. */
export function nextWaiting(memory: Memory, after: number): number | null {
  const ids = waiting(memory);
  const rest = ids.filter((id) => id !== after);
  return rest[Math.max(0, ids.indexOf(after))] ?? rest[0] ?? null;
}

/** Takes a document out of what waits: it is decided. */
export const forgetWaiting = (memory: Memory, id: number): void =>
  rememberWaiting(
    memory,
    waiting(memory).filter((one) => one !== id),
  );
