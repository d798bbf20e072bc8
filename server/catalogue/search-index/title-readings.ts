// What titles are read as, for the search index: a few are read at once, many in a thread of its own while the positions
// are written.
import { Worker } from 'node:worker_threads';
import { type OwnEntry, type OwnReadings, ownReadings } from '../part-reader/own-readings.ts';
import { type ReadTitle, readTitle, type Titled } from './tokens.ts';

interface TitleBatch {
  readonly titles: readonly Titled[];
  /** What the shop says of words. */
  readonly own: readonly OwnEntry[];
}

/** What the thread gets of a batch; `own`: null where it is that of the batch before. */
export type PostedBatch = Pick<TitleBatch, 'titles'> & { readonly own: TitleBatch['own'] | null };

export const readAll = (titles: readonly Titled[], own: OwnReadings | null): ReadTitle[] =>
  titles.map((titled) => readTitle(titled, own));

const readHere = ({ titles, own }: TitleBatch): ReadTitle[] => readAll(titles, ownReadings(own));

/** So many titles are worth a thread. */
const MANY = 1_500;
const TOGETHER = 500;

/** A title that was asked for: read after `ready`. */
export interface AskedTitle extends Titled {
  read?: ReadTitle;
}

/** The titles of one run. */
export class TitleReadings {
  readonly #own: readonly OwnEntry[];
  #asked: AskedTitle[] = [];
  #reading: Promise<void>[] = [];
  #waiting = 0;

  constructor(own: readonly OwnEntry[]) {
    this.#own = own;
  }

  /** How many were asked for since they were `ready`. */
  get waiting(): number {
    return this.#waiting;
  }

  ask(asked: AskedTitle): void {
    this.#waiting++;
    this.#asked.push(asked);
    if (this.#asked.length >= (this.#reading.length > 0 ? TOGETHER : MANY)) this.#handOver();
  }

  #handOver(): void {
    const asked = this.#asked;
    this.#asked = [];
    const reading = readAside({ titles: asked, own: this.#own }).then((read) => keep(asked, read));
    // What fails is thrown by `ready`.
    reading.catch(() => {});
    this.#reading.push(reading);
  }

  async ready(): Promise<void> {
    if (this.#reading.length > 0 && this.#asked.length > 0) this.#handOver();
    const few = this.#asked;
    this.#asked = [];
    if (few.length > 0) keep(few, readHere({ titles: few, own: this.#own }));
    const reading = this.#reading;
    this.#reading = [];
    this.#waiting = 0;
    await Promise.all(reading);
  }
}

function keep(asked: readonly AskedTitle[], read: readonly ReadTitle[]): void {
  for (const [at, one] of asked.entries()) one.read = read[at] as ReadTitle;
}

/** What a title says that was asked for before `ready`. */
export function readingOf({ title, read }: AskedTitle): ReadTitle {
  if (!read) throw new Error(`not asked for before it was needed: ${title}`);
  return read;
}

/** A thread without work ends after so long. */
const IDLE_MS = 5_000;
const MEMORY = { maxOldGenerationSizeMb: 256 };

interface Waiting {
  readonly batch: TitleBatch;
  readonly resolve: (read: ReadTitle[]) => void;
  readonly reject: (error: unknown) => void;
}

interface ReaderThread {
  readonly worker: Worker;
  /** In the order in which they were handed over, which is that of the answers. */
  readonly waiting: Waiting[];
  /** What the shop says of words, as it was sent last. */
  own: TitleBatch['own'] | null;
  idle: NodeJS.Timeout | undefined;
}

let thread: ReaderThread | null = null;

function readAside(batch: TitleBatch): Promise<ReadTitle[]> {
  thread ??= startThread();
  const { worker, waiting, idle, own } = thread;
  clearTimeout(idle);
  worker.ref();
  thread.own = batch.own;
  const posted: PostedBatch = { titles: batch.titles, own: own === batch.own ? null : batch.own };
  return new Promise((resolve, reject) => {
    waiting.push({ batch, resolve, reject });
    worker.postMessage(posted);
  });
}

function startThread(): ReaderThread {
  const worker = new Worker(new URL('./title-reader-thread.ts', import.meta.url), { resourceLimits: MEMORY });
  const started: ReaderThread = { worker, waiting: [], own: null, idle: undefined };
  worker.on('message', (read: ReadTitle[]) => {
    started.waiting.shift()?.resolve(read);
    if (started.waiting.length > 0) return;
    worker.unref();
    started.idle = setTimeout(end, IDLE_MS).unref();
  });
  const end = () => {
    if (thread === started) thread = null;
    void worker.terminate();
  };
  // What a lost thread leaves is read here: without it an import would wait for ever.
  const lost = () => {
    if (thread === started) thread = null;
    for (const { batch, resolve, reject } of started.waiting.splice(0)) {
      try {
        resolve(readHere(batch));
      } catch (error) {
        reject(error);
      }
    }
  };
  worker.on('error', lost);
  worker.on('exit', lost);
  return started;
}
