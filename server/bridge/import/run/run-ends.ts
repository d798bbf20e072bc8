import type { BridgeContext } from '../../context.ts';
import { handOver } from '../workers/handed-runs.ts';
import { failRun } from './runs.ts';

/** How soon an end that could not be written down is tried again, ms. */
const AGAIN_MS = 5_000;

export interface RunEndOptions {
  readonly again?: number;
  /** Called, and awaited, whenever the end of a run is written down; never rejects. */
  readonly tellEnded?: () => Promise<void>;
}

/** How runs of this process end. */
export interface RunEnds {
  /**
   * Writes down why a run ended without changing anything. What the database does not take now is tried again until it
   * does, or until the server stops; then the next start finds the run. Never rejects.
   */
  failed(runId: number, error: string, state: 'failed' | 'interrupted'): Promise<void>;
  /** A run is done, which is written down with what it changed. Never rejects. */
  done(): Promise<void>;
  /** Leaves a run that has not begun to another process, or to the next start; false where that cannot be noted. Never rejects. */
  handedOver(run: Parameters<typeof handOver>[1]): Promise<boolean>;
  stop(): void;
}

export function writeRunEnds(
  { database, clock, log }: Pick<BridgeContext, 'database' | 'clock' | 'log'>,
  { again = AGAIN_MS, tellEnded = async () => {} }: RunEndOptions,
): RunEnds {
  const waiting = new Set<NodeJS.Timeout>();

  async function write(...end: Parameters<typeof failRun>): Promise<void> {
    try {
      await failRun(...end);
    } catch (error) {
      log.error({ err: error, runId: end[1] }, 'the end of an import run could not be written down');
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void write(...end);
      }, again);
      waiting.add(timer.unref());
      return;
    }
    await tellEnded();
  }

  return {
    failed: (runId, error, state) => write(database, runId, error, clock(), state),
    done: tellEnded,
    handedOver: (run) =>
      handOver(database, run).catch((error: unknown) => {
        log.error({ err: error, runId: run.id }, 'an import run could not be handed over');
        return false;
      }),
    stop() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
