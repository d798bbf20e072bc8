import { DatabaseBusy } from './busy.ts';

interface Waiting {
  readonly shared: boolean;
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Hands out turns in order of arrival, one at a time, but neighbours that share theirs run side by side. A turn that does
 * not come within `waitLimit` ms is refused.
 */
export class Turns {
  readonly #waiting: Waiting[] = [];
  readonly #waitLimit: number;
  #running = 0;
  #shared = false;

  constructor(waitLimit: number) {
    this.#waitLimit = waitLimit;
  }

  /** Runs `work` alone when its turn comes; `patient` work waits as long as it takes. */
  take<T>(work: () => Promise<T>, patient = false): Promise<T> {
    return this.#run(work, false, patient ? 2_147_483_647 : this.#waitLimit);
  }

  /** Runs `work` when its turn comes, beside other work that shares its turn. */
  share<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, true, this.#waitLimit);
  }

  async #run<T>(work: () => Promise<T>, shared: boolean, waitLimit: number): Promise<T> {
    await this.#enter(shared, waitLimit);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #enter(shared: boolean, waitLimit: number): Promise<void> | void {
    if (this.#waiting.length === 0 && this.#isFree(shared)) {
      this.#begin(shared);
      return;
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        const place = this.#waiting.indexOf(entry);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(new DatabaseBusy());
        // Whoever stood behind may share the turn that is under way.
        this.#startNext();
      };
      const entry: Waiting = { shared, start: resolve, timer: setTimeout(refuse, waitLimit) };
      this.#waiting.push(entry);
    });
  }

  #isFree(shared: boolean): boolean {
    return this.#running === 0 || (shared && this.#shared);
  }

  #begin(shared: boolean): void {
    this.#running += 1;
    this.#shared = shared;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#isFree(next.shared); next = this.#waiting[0]) {
      this.#waiting.shift();
      clearTimeout(next.timer);
      this.#begin(next.shared);
      next.start();
    }
  }
}
