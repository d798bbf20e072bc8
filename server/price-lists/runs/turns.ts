import type { Kysely } from 'kysely';
import type { UploadProgress } from '../../../contract/catalogue/positions.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { HttpError } from '../../platform/http/request.ts';

/** Whoever has no run of its own: an edit by hand, which does not make runs wait for long. */
const NO_RUN = 0;

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

/** When it is worth trying again, seconds: nobody knows how long a run takes. */
const RETRY_AFTER = '15';

/**
 * Does an edit between the runs that wait, after the one under way. Where that does not end within `patience` ms nothing
 * is done, and what is thrown names it: 503 `import under way` with its number, kind, file and who began it.
 */
export async function editInTurn<Result>(
  read: Kysely<CatalogueSchema>,
  turns: Turns,
  patience: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(patience);
  try {
    await turns.take(NO_RUN, late);
  } catch (error) {
    throw late.aborted ? await isImportUnderWay(read) : error;
  }
  try {
    return await work();
  } finally {
    turns.end();
  }
}

async function isImportUnderWay(read: Kysely<CatalogueSchema>): Promise<HttpError> {
  const run = await read
    .selectFrom('import_runs')
    .select(['id as runId', 'kind', 'file_name as fileName', 'who'])
    .where('state', '=', 'running')
    .where('began_at', 'is not', null)
    .orderBy('began_at')
    .limit(1)
    .executeTakeFirst();
  return new HttpError(503, 'import under way', {
    headers: { 'Retry-After': RETRY_AFTER },
    facts: { ...run },
  });
}

/** A run of this process that has not ended. */
export interface ActiveRun {
  readonly id: number;
  /** What is told of it now. */
  progress: Partial<UploadProgress>;
  readonly cancel: (reason: Error) => void;
  /** Whether it still waits for its turn, and another process can go on with it. */
  readonly canBeHandedOver: () => boolean;
  /** Whether its turn is over, though its end may not be written down yet. */
  readonly hasHadTurn: () => boolean;
  /** Settles, never rejects, when the run has ended and that is written down. */
  readonly ended: Promise<void>;
}

/** The runs of this process by their ids. */
export type ActiveRuns = Map<number, ActiveRun>;

/** Why a run was aborted when that was nobody's wish. */
export const SERVER_STOPS = new Error('the server stops');
