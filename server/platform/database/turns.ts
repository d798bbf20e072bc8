/** The queue in front of the one writer of an SQLite file. */
import { DatabaseBusy } from './trouble.ts';

/** `patient` work waits without a limit, and may take long itself. */
type Kind = 'shared' | 'alone' | 'patient';

interface Waiting {
  readonly kind: Kind;
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Runs work in turn, neighbours of kind `shared` side by side; refuses what waits longer than `waitLimit` ms. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  readonly #waitLimit: number;
  #running = 0;
  #kind: Kind = 'shared';

  constructor(waitLimit: number) {
    this.#waitLimit = waitLimit;
  }

  /** Whether the turn under way is one of patient work. */
  get isPatient(): boolean {
    return this.#running > 0 && this.#kind === 'patient';
  }

  get load(): { readonly active: number; readonly waiting: number } {
    return { active: this.#running, waiting: this.#waiting.length };
  }

  /** Alone; `patient` work waits without a limit. */
  take<T>(work: () => Promise<T>, patient = false): Promise<T> {
    return patient ? this.#run(work, 'patient', 2_147_483_647) : this.#run(work, 'alone', this.#waitLimit);
  }

  share<T>(work: () => Promise<T>, waitLimit = this.#waitLimit): Promise<T> {
    return this.#run(work, 'shared', waitLimit);
  }

  async #run<T>(work: () => Promise<T>, kind: Kind, waitLimit: number): Promise<T> {
    await this.#enter(kind, waitLimit);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #enter(kind: Kind, waitLimit: number): Promise<void> | void {
    if (this.#waiting.length === 0 && this.#isFree(kind)) {
      this.#begin(kind);
      return;
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        const place = this.#waiting.indexOf(entry);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(new DatabaseBusy());
        // The next one may share the running turn.
        this.#startNext();
      };
      const entry: Waiting = { kind, start: resolve, timer: setTimeout(refuse, waitLimit) };
      this.#waiting.push(entry);
    });
  }

  #isFree(kind: Kind): boolean {
    return this.#running === 0 || (kind === 'shared' && this.#kind === 'shared');
  }

  #begin(kind: Kind): void {
    this.#running += 1;
    this.#kind = kind;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#isFree(next.kind); next = this.#waiting[0]) {
      this.#waiting.shift();
      clearTimeout(next.timer);
      this.#begin(next.kind);
      next.start();
    }
  }
}
