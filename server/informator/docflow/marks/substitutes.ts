import type { Kysely } from 'kysely';
import type { Editor } from '../../../../contract/versions.ts';
import type { InformatorSchema } from '../../schema.ts';

type Source = Kysely<InformatorSchema>;

/** Whom a user substitutes on a day (YYYY-MM-DD). Whoever substitutes these people in turn acts for them alone. */
export async function substitutedBy(read: Source, uid: string, day: string): Promise<ReadonlySet<string>> {
  return new Set((await representedBy(read, uid, day)).map((person) => person.uid));
}

/** The same people with their names, in the order of their profiles. */
export async function representedBy(read: Source, uid: string, day: string): Promise<Editor[]> {
  const rows = await onDay(read, day)
    .select(['absent.uid', 'absent.name', 'absent.email'])
    .where('acting.uid', '=', uid)
    .orderBy('absent.id')
    .execute();
  return rows.map((row) => ({ ...row, name: row.name ?? '' }));
}

/** Who acts for whom on a day: the substitutes of these people by their uid. */
export async function substitutesOf(
  read: Source,
  uids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await onDay(read, day)
    .select(['absent.uid', 'acting.uid as acting_uid'])
    .where('absent.uid', 'in', uids)
    .execute();
  return new Map(rows.map(({ uid, acting_uid }) => [uid, acting_uid]));
}

const onDay = (read: Source, day: string) =>
  read
    .selectFrom('substitutes')
    .innerJoin('users as absent', 'absent.id', 'substitutes.user_id')
    .innerJoin('users as acting', 'acting.id', 'substitutes.substitute_id')
    .where('from_day', '<=', day)
    .where('to_day', '>=', day);
