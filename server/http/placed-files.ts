import type { Database } from '../database/types.ts';
import { HttpError } from './errors.ts';

/**
 * Runs the change whose rows name files that were just put in place. When it did not happen they are taken away again,
 * because no row names them then. Where the line to PostgreSQL broke, it may have happened all the same: the files stay,
 * and the sweep, which asks the rows, knows later.
 */
export async function withPlacedFiles<T>(
  { dialect }: Pick<Database<unknown>, 'dialect'>,
  change: () => Promise<T>,
  takeAway: () => Promise<void>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    // A refusal of our own is thrown before the commit; SQLite is in this very process.
    if (error instanceof HttpError || dialect === 'sqlite') await takeAway().catch(() => {});
    throw error;
  }
}
