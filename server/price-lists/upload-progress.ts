/** Uploads under way: their progress, their watchers, their end. */
import type { UploadProgress } from '../../contract/catalogue/runs.ts';
import { SERVER_STOPS } from './runs/run-in-turn.ts';

/** How long a page may wait for the file to arrive, ms. */
const WAITING_MS = 30_000;
/** How long the end of an upload can still be read, ms. */
const KEPT_MS = 60 * 60 * 1000;

const START: UploadProgress = { phase: 'waiting', bytes: 0, rows: 0, rowsPerSecond: 0, percent: null };

/** One upload of one user: its progress, its watchers, its cancelling. */
export class Upload {
  readonly uid: string;
  readonly abort = new AbortController();
  readonly #end = Promise.withResolvers<void>();
  /** Settles, never rejects, when the upload has ended one way or another. */
  readonly ended = this.#end.promise;
  claimed = false;
  #progress = START;
  readonly #watchers = new Set<(progress: UploadProgress) => void>();

  constructor(uid: string) {
    this.uid = uid;
  }

  get progress(): UploadProgress {
    return this.#progress;
  }

  get isOver(): boolean {
    return this.#progress.phase === 'done' || this.#progress.phase === 'failed';
  }

  /** Reports progress to the watchers; nothing follows a `done` or `failed`. */
  report(change: Partial<UploadProgress>): void {
    if (this.isOver) return;
    this.#progress = { ...this.#progress, ...change };
    for (const watcher of this.#watchers) watcher(this.#progress);
    if (this.isOver) this.#end.resolve();
  }

  /** Calls `watcher` with the present state and every later one; answers how to stop that. */
  watch(watcher: (progress: UploadProgress) => void): () => void {
    watcher(this.#progress);
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The uploads of this process by the ids that the pages chose. */
export class Uploads {
  readonly #byId = new Map<string, Upload>();
  readonly #waitingMs: number;

  constructor(waitingMs = WAITING_MS) {
    this.#waitingMs = waitingMs;
  }

  /** The upload a file arrives for; null when the id is used up or another user's. */
  claim(id: string, uid: string): Upload | null {
    const known = this.#byId.get(id);
    if (known && (known.claimed || known.uid !== uid)) return null;
    const upload = known ?? this.#add(id, uid);
    upload.claimed = true;
    return upload;
  }

  /** The upload a page watches, before or after its file came; null for another user's. */
  watched(id: string, uid: string): Upload | null {
    const known = this.#byId.get(id);
    if (known) return known.uid === uid ? known : null;
    const upload = this.#add(id, uid);
    const timer = setTimeout(() => {
      if (upload.claimed) return;
      upload.report({ phase: 'failed', error: 'Файл не поступил' });
      this.#byId.delete(id);
    }, this.#waitingMs);
    timer.unref();
    return upload;
  }

  /** An upload under way or over, of this user. */
  find(id: string, uid: string): Upload | null {
    const upload = this.#byId.get(id);
    return upload?.uid === uid && upload.claimed ? upload : null;
  }

  /** Stops everything that is under way and ends every stream; for the stop of the server. */
  stop(): void {
    for (const upload of this.#byId.values()) {
      upload.abort.abort(SERVER_STOPS);
      if (!upload.claimed) upload.report({ phase: 'failed', error: 'Сервер остановлен' });
    }
  }

  #add(id: string, uid: string): Upload {
    const upload = new Upload(uid);
    this.#byId.set(id, upload);
    void upload.ended.then(() => {
      setTimeout(() => {
        if (this.#byId.get(id) === upload) this.#byId.delete(id);
      }, KEPT_MS).unref();
    });
    return upload;
  }
}
