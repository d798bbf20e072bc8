import type { KeepRule } from '../../settings/backup-checks.ts';
import { keptMoments } from './kept-sets.ts';
import type { BackupPlace } from './place.ts';
import type { BackupSet } from './sets.ts';

const DAY_MS = 86_400_000;

/** How backups are kept. */
export interface Rotation {
  readonly rule: KeepRule;
  /** Where days begin. */
  readonly timeZone: string;
}

/** Removes the backups of a place that the rule does not keep, and beginnings of over a day before this time. */
export async function rotate(place: BackupPlace, { rule, timeZone }: Rotation, at: Date): Promise<void> {
  const sets = await place.sets();
  const momentOf = ({ manifest }: BackupSet) => Date.parse(manifest.takenAt);
  const kept = keptMoments(sets.map(momentOf), rule, timeZone);
  for (const set of sets) if (!kept.has(momentOf(set))) await place.remove(set);
  await place.removeRests(new Date(at.getTime() - DAY_MS));
}
