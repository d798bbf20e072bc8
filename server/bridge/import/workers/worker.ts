import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import { heardWorker } from './heard-worker.ts';
import { lockedWorker } from './locked-worker.ts';

/** A run of another process, as its row has it. */
export interface RunElsewhere {
  readonly id: number;
  readonly worker: string;
  readonly beat: number;
}

/** This process as others see it in the runs that it is at, and how it sees them. */
export interface Worker {
  /** Its name in those runs. */
  readonly id: string;
  /** To be called before the first run bears its name: from then on others see that it lives. */
  begin(): void;
  /** Asked at each look, of all runs of others: those whose process is gone. */
  goneAmong(runs: readonly RunElsewhere[]): readonly RunElsewhere[];
  /** Whether others know of its life by the beats of its runs only. */
  readonly hasToBeat: boolean;
  close(): void;
}

/**
 * Beside an embedded database, whose rows nobody can touch while an import has it, a process lives as long as it has its
 * lock; beside PostgreSQL as long as the beats of its runs go on.
 */
export const openWorker = ({ location }: Pick<Database<BridgeSchema>, 'location'>): Worker =>
  location.dialect === 'sqlite' ? lockedWorker(location.file) : heardWorker();
