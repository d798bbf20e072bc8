import { atom } from 'nanostores';
import type { DocumentQueue, QueueItem } from '../../../contract/docflow-queue.ts';
import { QUEUE_LISTS, type QueueList } from '../../../contract/queue-lists.ts';
import { attempt, type Failure } from '../http/failure.ts';
import type { DocflowCalls } from './document-calls.ts';

export interface QueueState {
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
    let queue: DocumentQueue | null = null;
    const failure = await attempt(async () => {
      queue = await calls.queue(null);
    });
    if (mine !== latest) return;
    $queue.set({ queue: queue ?? $queue.get().queue, loadingMore: false, failure });
  }

  /** Adds the next page of every list. */
  async function more(): Promise<void> {
    const { queue, loadingMore } = $queue.get();
    if (!queue?.next || loadingMore) return;
    const mine = latest;
    $queue.set({ ...$queue.get(), loadingMore: true, failure: null });
    let joined = queue;
    const failure = await attempt(async () => {
      joined = withPage(queue, await calls.queue(queue.next));
    });
    if (mine === latest) $queue.set({ queue: joined, loadingMore: false, failure });
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
