import { DatabaseBusy } from './busy.ts';

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Hands out turns one at a time in order of arrival; a turn that does not come within `waitLimit` ms is refused. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  readonly #waitLimit: number;
  #taken = false;

  constructor(waitLimit: number) {
    this.#waitLimit = waitLimit;
  }

  /** Runs `work` when its turn comes; `patient` work waits as long as it takes. */
  async take<T>(work: () => Promise<T>, patient = false): Promise<T> {
    await this.#enter(patient);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(patient: boolean): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        const place = this.#waiting.indexOf(entry);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(new DatabaseBusy());
      };
      const timer = setTimeout(refuse, patient ? 2_147_483_647 : this.#waitLimit);
      const entry: Waiting = { start: resolve, timer };
      this.#waiting.push(entry);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#taken = false;
      return;
    }
    clearTimeout(next.timer);
    next.start();
  }
}
