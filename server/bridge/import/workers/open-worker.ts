import type { Database } from '../../../database/types.ts';
import type { BridgeSchema } from '../../schema.ts';
import { heardWorker } from './heard-worker.ts';
import { lockedWorker } from './locked-worker.ts';
import type { Worker } from './worker.ts';

/**
 * Beside an embedded database, whose rows nobody can touch while an import has it, a process lives as long as it has its
 * lock; beside PostgreSQL as long as the beats of its runs go on.
 */
export const openWorker = ({ location }: Pick<Database<BridgeSchema>, 'location'>): Worker =>
  location.dialect === 'sqlite' ? lockedWorker(location.file) : heardWorker();
