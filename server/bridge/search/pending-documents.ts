import type { DocumentChange } from './index-changes.ts';

/**
 * Changed documents of the word index that wait to be written. FTS5 gathers what it is given only as long as row ids
 * grow; whenever one is smaller than the last it writes out what it has, as it would for every batch of an import,
 * whose new positions have larger ids than the known ones of the next batch.
 */
export class PendingDocuments {
  readonly #changes = new Map<number, DocumentChange>();

  get size(): number {
    return this.#changes.size;
  }

  /** Of several changes of one document the table is to see the sum. */
  add(change: DocumentChange): void {
    const earlier = this.#changes.get(change.id);
    const isStored = earlier ? earlier.isStored : change.isStored;
    if (isStored || change.after) this.#changes.set(change.id, { ...change, isStored });
    else this.#changes.delete(change.id);
  }

  /** Hands them over in the order of ids. */
  drain(): DocumentChange[] {
    const changes = [...this.#changes.values()].sort((one, other) => one.id - other.id);
    this.#changes.clear();
    return changes;
  }
}
