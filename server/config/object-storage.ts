import type { FastifyBaseLogger } from 'fastify';
import { SettingsProblem } from '../../settings/read.ts';
import { StorageAway, StorageRefuses } from '../files/s3/storage-away.ts';
import type { Config } from './config.ts';
import { storesOf } from './places.ts';

/**
 * Asks the object storage whether it knows this installation. Throws SettingsProblem when it says no; one that is away is
 * told in the log, because it may be back before anybody needs it.
 */
export async function tryObjectStorage(
  config: Config,
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<void> {
  if (!config.objectStorage) return;
  try {
    await storesOf(config, 'bridge', clock).probe();
  } catch (error) {
    if (error instanceof StorageRefuses)
      throw new SettingsProblem([
        `FILES_URL, FILES_REGION, FILES_KEY or FILES_SECRET is wrong: ${error.message}`,
      ]);
    if (!(error instanceof StorageAway)) throw error;
    log.warn({ err: error }, 'starting without the object storage');
  }
}
