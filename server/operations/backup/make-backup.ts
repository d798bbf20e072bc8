import { DAY_MS } from '../../../contract/limits.ts';
import type { KeepRule } from '../../../settings/storage.ts';
import { dayNumber } from '../../platform/text/day.ts';
import type { Databases } from './databases.ts';
import { copyFiles, type FilesCopied, type FilesFrom } from './files.ts';
import { SEALED_SECRET, sealSecret } from './sealed-secret.ts';
import { type BackupPlace, type BackupSet, type Manifest, type SetDraft, sumOfText, writtenSums } from './sets.ts';

interface BackupOrder {
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
  if (passphrase !== '' && (await sealSecret(files.dataFolder, draft.folder, passphrase))) await take(SEALED_SECRET);
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

/** How backups are kept. */
interface Rotation {
  readonly rule: KeepRule;
  /** Where days begin. */
  readonly timeZone: string;
}

/** Removes the backups of a place that the rule does not keep, and beginnings of over a day before this time. */
export async function rotate(place: BackupPlace, { rule, timeZone }: Rotation, at: Date): Promise<void> {
  const sets = await place.sets();
  const momentOf = ({ manifest }: BackupSet) => Date.parse(manifest.takenAt);
  const kept = momentsToKeep(sets.map(momentOf), rule, timeZone);
  for (const set of sets) if (!kept.has(momentOf(set))) await place.remove(set);
  await place.removeRests(new Date(at.getTime() - DAY_MS));
}

/** 1 January 1970 was a Thursday; weeks begin with Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

/**
 * Which of some moments (milliseconds, newest first) a rule keeps, by calendar days of a time zone. The newest always
 * stays.
 */
export function momentsToKeep(
  moments: readonly number[],
  { days, weeks, months, newest }: KeepRule,
  timeZone: string,
): ReadonlySet<number> {
  const kept = new Set(moments.slice(0, Math.max(1, newest)));
  const keep = (count: number, periodOf: (day: number) => number | string): void => {
    const periods = new Set<number | string>();
    for (const moment of moments) {
      const period = periodOf(dayNumber(moment, timeZone));
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      kept.add(moment);
    }
  };
  keep(days, (day) => day);
  keep(weeks, weekOf);
  keep(months, monthOf);
  return kept;
}
