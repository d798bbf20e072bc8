import { join, resolve } from 'node:path';
import { bucket, isBucket } from '../../settings/files-checks.ts';
import { folderPlace } from '../backup/folder-place.ts';
import { objectPlace } from '../backup/object-place.ts';
import type { BackupPlace } from '../backup/place.ts';
import type { Config } from '../config/config.ts';
import { misused } from './refused.ts';

/** Of a file in an object storage that is one object: a broken call repeats no more, bytes. */
const PIECE_BYTES = 256 * 1024 * 1024;

/** The place of backups that somebody typed: a folder or s3://bucket/folder. Throws Refused where it cannot be one. */
export function backupPlace(config: Config, typed: string, clock: () => number): BackupPlace {
  if (!isBucket(typed)) return folderPlace(resolve(typed));
  const checked = bucket(typed);
  if ('problem' in checked || !checked.value) throw misused(`${typed} must be like s3://bucket/folder`);
  const { access } = config.backups;
  if (access.endpoint === '' || access.key === '' || access.secret === '')
    throw misused('BACKUP_ENDPOINT, BACKUP_KEY and BACKUP_SECRET, or those of FILES_, must be given');
  const temporary = join(config.dataFolder, 'backup-under-way');
  return objectPlace({ ...checked.value, ...access }, { temporary, clock, pieceBytes: PIECE_BYTES });
}
