import { SERVER_STOPS } from '../import/run/active-runs.ts';
import { ReceivedFiles } from './received-files.ts';
import { startWork, type Work } from './work.ts';

/** One exchange of an accounting program: the files that it has sent, and the imports that it has asked for. */
export class ExchangeSession {
  readonly id: string;
  readonly files: ReceivedFiles;
  readonly #work = new Map<string, Work>();
  readonly #abort = new AbortController();
  #touchedAt = performance.now();

  constructor(id: string, folder: string) {
    this.id = id;
    this.files = new ReceivedFiles(folder);
  }

  get idleMs(): number {
    const isBusy = [...this.#work.values()].some(({ outcome }) => outcome === null);
    return isBusy ? 0 : performance.now() - this.#touchedAt;
  }

  touch(): void {
    this.#touchedAt = performance.now();
  }

  /** Forgets what was received before. */
  async begin(): Promise<void> {
    await this.#settle();
    this.#work.clear();
    await this.files.clear();
  }

  /** A part of a file makes what came of its import before void. */
  forgetWork(name: string): void {
    if (this.#work.get(name)?.outcome !== null) this.#work.delete(name);
  }

  /** The import of a file: the one under way or over, else a new one. */
  work(name: string, begin: Parameters<typeof startWork>[0]): Work {
    const known = this.#work.get(name) ?? startWork(begin, this.#abort.signal);
    this.#work.set(name, known);
    return known;
  }

  async end(): Promise<void> {
    this.#abort.abort(SERVER_STOPS);
    await this.#settle();
    await this.files.clear();
  }

  async #settle(): Promise<void> {
    for (const { ended } of this.#work.values()) await ended;
  }
}
