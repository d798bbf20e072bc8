import { type Held, wasRemoved } from './held.ts';

/** Articles that a batch adds at most, and all batches together: from everywhere in a long file, and soon asked about. */
const OF_BATCH = 200;
const ALL_MAX = 1_000;

/** Some of the articles of a file, and which of them its provider had before the run. */
export class ArticleSample {
  readonly #isOwn = new Map<string, boolean>();

  /** Takes some articles of a batch, with the positions of the provider and brand under each. */
  add(byKey: ReadonlyMap<string, readonly Held[]>): void {
    let left = Math.min(OF_BATCH, ALL_MAX - this.#isOwn.size);
    if (left <= 0) return;
    for (const [key, positions] of byKey) {
      if (this.#isOwn.has(key)) continue;
      this.#isOwn.set(key, positions.some(isOfBefore));
      left -= 1;
      if (left === 0) return;
    }
  }

  get keys(): readonly string[] {
    return [...this.#isOwn.keys()];
  }

  /** How many of them the provider had. */
  get own(): number {
    return [...this.#isOwn.values()].filter(Boolean).length;
  }
}

const isOfBefore = (held: Held): boolean => held.original !== null && !wasRemoved(held);
