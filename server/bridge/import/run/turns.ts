/** Whoever has no run of its own: an edit by hand, which does not make runs wait for long. */
export const NO_RUN = 0;

/**
 * Runs that wait for their turn: one at a time changes the catalogue, the others follow in the order of their ids, edits before
 * runs.
 */
export class Turns {
  readonly #waiting: { readonly id: number; readonly begin: () => void }[] = [];
  #busy = false;

  /** Resolves when it is the turn of the run; rejects with the signal's reason when it is aborted before. */
  take(id: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#busy) {
      this.#busy = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const place = { id, begin: resolve };
      const before = this.#waiting.filter((other) => other.id <= id).length;
      this.#waiting.splice(before, 0, place);
      signal.addEventListener(
        'abort',
        () => {
          const at = this.#waiting.indexOf(place);
          if (at < 0) return;
          this.#waiting.splice(at, 1);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

  /** The run that has its turn is done with it. */
  end(): void {
    const next = this.#waiting.shift();
    if (next) next.begin();
    else this.#busy = false;
  }

  /** Runs that have their turn before this one; 0 for one that does not wait. */
  ahead(id: number): number {
    const runs = this.#waiting.filter((place) => place.id !== NO_RUN);
    return runs.findIndex((place) => place.id === id) + 1;
  }
}
