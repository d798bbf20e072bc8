import type { FastifyBaseLogger } from 'fastify';
import { bucket, isBucket } from '../../settings/files-checks.ts';
import { SettingsProblem, type Wording } from '../../settings/problem.ts';
import type { FileStores } from '../files/file-store.ts';
import type { ObjectStorage } from '../files/s3/address.ts';
import { StorageAway, StorageRefuses } from '../files/s3/storage-away.ts';
import { storesAt } from '../files/stores.ts';
import type { Config } from './config.ts';
import { storesOf } from './places.ts';

/**
 * Asks the object storages of files and backups whether they know this installation. Throws SettingsProblem when one says no; one
 * that is away is told in the log, because it may be back before anybody needs it.
 */
export async function tryObjectStorage(
  config: Config,
  clock: () => number,
  log: FastifyBaseLogger,
): Promise<void> {
  const problems: Wording[] = [];
  const attempt = async (prefix: 'FILES' | 'BACKUP', names: string, stores: FileStores) => {
    try {
      await stores.probe();
    } catch (error) {
      if (error instanceof StorageRefuses) problems.push(refused(names, error.message));
      else if (error instanceof StorageAway)
        log.warn({ err: error, settings: `${prefix}_*` }, 'starting without the object storage');
      else throw error;
    }
  };
  if (config.objectStorage)
    await attempt(
      'FILES',
      'FILES_URL, FILES_REGION, FILES_KEY or FILES_SECRET',
      storesOf(config, 'bridge', clock),
    );
  const backups = backupStorageOf(config);
  if (backups)
    await attempt(
      'BACKUP',
      'BACKUP_DIR, BACKUP_REGION, BACKUP_KEY or BACKUP_SECRET',
      storesAt(
        { kind: 'objects', storage: backups, service: 'backups' },
        { temporary: config.dataFolder, clock },
      ),
    );
  if (problems.length > 0) throw new SettingsProblem(problems);
}

const refused = (names: string, message: string): Wording => ({
  english: `${names} is wrong: ${message}`,
  russian: `${names.replace(' or ', ' или ')}: хранилище отказывает (${message})`,
});

/** Where backups are put, unless that is a folder or nowhere. */
function backupStorageOf({ backups: { folder, access } }: Config): ObjectStorage | null {
  const checked = isBucket(folder) ? bucket(folder) : null;
  return checked && 'value' in checked && checked.value ? { ...checked.value, ...access } : null;
}
