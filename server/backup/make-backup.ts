import { copyFiles, type FilesCopied, type FilesFrom } from './copy-files.ts';
import type { Databases } from './databases.ts';
import type { BackupPlace, SetDraft } from './place.ts';
import { type Rotation, rotate } from './rotate.ts';
import { SEALED_SECRET, sealSecret } from './sealed-secret.ts';
import type { BackupSet, Manifest } from './sets.ts';
import { sumOfText, writtenSums } from './sums.ts';

export interface BackupOrder {
  readonly files: FilesFrom;
  readonly place: BackupPlace;
  readonly databases: Databases;
  /** Which backups stay, this one among them. */
  readonly keep: Rotation;
  /** Under which the key of the data folder goes with it; empty: it stays out, as whoever reads backups could be anybody. */
  readonly passphrase: string;
  readonly version: string;
  readonly at: Date;
}

/**
 * Takes a backup while the server works: the files, then the databases, each as at one moment, then the files that came
 * meanwhile, so that every row has its file, also if something was removed in between. It counts as a backup when all of it
 * is written, then backups that `keep` does not keep go. Throws what keeps it from being written; nothing is left then and
 * the earlier ones stay.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupSet> {
  const draft = await order.place.begin(order.at);
  const set = await written(order, draft).catch(async (error: unknown) => {
    await draft.discard();
    throw error;
  });
  await rotate(order.place, order.keep, order.at);
  return set;
}

async function written(order: BackupOrder, draft: SetDraft): Promise<BackupSet> {
  const { files, databases, at } = order;
  const copied: FilesCopied = { sums: new Map(), bytes: 0 };
  await copyFiles(files, draft, copied);
  const { schemas, paths } = await databases.copyTo(draft.folder);
  for (const path of paths) await take(path);
  await copyFiles(files, draft, copied);
  const { passphrase } = order;
  if (passphrase !== '' && (await sealSecret(files.dataFolder, draft.folder, passphrase)))
    await take(SEALED_SECRET);
  const sums = writtenSums(copied.sums);
  const manifest: Manifest = {
    format: 1,
    takenAt: at.toISOString(),
    version: order.version,
    ...(databases.kind === 'postgres' && { databases: databases.kind }),
    schemas,
    files: copied.sums.size,
    bytes: copied.bytes,
    sums: sumOfText(sums),
  };
  const folder = await draft.finish(sums, `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, manifest };

  async function take(path: string): Promise<void> {
    const { sum, bytes } = await draft.take(path);
    copied.sums.set(path, sum);
    copied.bytes += bytes;
  }
}
