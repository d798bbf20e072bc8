import { SERVER_STOPS } from '../run/active-runs.ts';
import { heldFiles } from './arrival-store.ts';
import { checkSource } from './check-source.ts';
import type { ArrivalContext } from './context.ts';
import { isDue, isQuiet } from './source.ts';
import { findSource, listSources } from './source-store.ts';

/** How often it is looked which sources are due, ms. */
const ROUND_MS = 60_000;
const DAY_MS = 86_400_000;
/** Younger files may belong to an arrival that is not noted yet, ms. */
const YOUNG_MS = 3_600_000;

/** Looks at sources when they are due, one after another; of several processes one at a time looks at a source. */
export interface Scheduler {
  /** Looks at a source now, after what is under way. Resolves when that is over; never rejects. */
  check(id: number): Promise<void>;
  /** Looks at every source that is due; never rejects. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

export function startScheduler(context: ArrivalContext): Scheduler {
  const { database, clock, log, held } = context;
  const abort = new AbortController();
  const toldAt = new Map<number, number>();
  let running = Promise.resolve();

  const queue = (work: () => Promise<void>): Promise<void> => {
    running = running.then(async () => {
      if (abort.signal.aborted) return;
      await work().catch((error: unknown) =>
        log.error({ err: error }, 'sources of price lists could not be checked'),
      );
    });
    return running;
  };

  async function round(): Promise<void> {
    for (const source of await listSources(database.read)) {
      if (abort.signal.aborted) return;
      if (isDue(source, clock())) await checkSource(context, source, abort.signal);
      if (isQuiet(source, clock()) && clock() - (toldAt.get(source.id) ?? 0) > DAY_MS) {
        toldAt.set(source.id, clock());
        log.warn(
          { source: source.id, title: source.title, days: source.quietDays },
          'no price list for days',
        );
      }
    }
    await held.sweep(await heldFiles(database.read), clock() - YOUNG_MS);
  }

  const timer = setInterval(() => void queue(round), ROUND_MS);
  timer.unref();
  return {
    check: (id) =>
      queue(async () => {
        const source = await findSource(database.read, id);
        if (source) await checkSource(context, source, abort.signal);
      }),
    round: () => queue(round),
    stop: async () => {
      clearInterval(timer);
      abort.abort(SERVER_STOPS);
      await running;
    },
  };
}
