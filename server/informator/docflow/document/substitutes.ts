import type { Kysely } from 'kysely';
import type { SignatoryKind } from '../../../../contract/decisions.ts';
import { substitutionsOn } from '../../access-conditions.ts';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import { isSubstituteInPair, isSubstituteOfSignatory } from './may-substitute.ts';

type Source = Kysely<InformatorSchema>;

/** Whom of these people a user substitutes on a day in entries of a kind in documents of a pair. */
export async function selectSubstitutedInPair(
  read: Source,
  { uid, among, day }: { readonly uid: string; readonly among: ReadonlySet<string>; readonly day: string },
  kind: SignatoryKind,
  pair: Pair,
): Promise<ReadonlySet<string>> {
  if (among.size === 0) return among;
  const rows = await substitutionsOn(read, day)
    .select('absent.uid')
    .where('acting.uid', '=', uid)
    .where('absent.uid', 'in', [...among])
    .where(isSubstituteInPair(kind, pair))
    .execute();
  return new Set(rows.map((row) => row.uid));
}

/** A signatory and a substitute who may decide for them. */
export interface EntryInstead {
  readonly uid: string;
  readonly kind: SignatoryKind;
  readonly acting: string;
}

/** Who may act on a day for these people in their entries of a document. */
export async function selectSubstitutes(
  read: Source,
  document: number,
  uids: readonly string[],
  day: string,
): Promise<EntryInstead[]> {
  if (uids.length === 0) return [];
  return substitutionsOn(read, day)
    .innerJoin('document_entries as entry', 'entry.user_id', 'absent.id')
    .select(['absent.uid', 'entry.kind', 'acting.uid as acting'])
    .where('entry.document_id', '=', document)
    .where('absent.uid', 'in', uids)
    .where(isSubstituteOfSignatory())
    .orderBy('absent.id')
    .execute();
}

/** How many entries wait on a day for those who substitute the people listed; only for `acting` when given. */
export async function countAskedInstead(
  read: Source,
  day: string,
  acting?: string,
): Promise<(EntryInstead & { readonly count: number })[]> {
  const rows = await substitutionsOn(read, day)
    .innerJoin('document_entries as entry', 'entry.user_id', 'absent.id')
    .select(({ fn }) => [
      'absent.uid',
      'entry.kind',
      'acting.uid as acting',
      fn.countAll<number>().as('count'),
    ])
    .where('entry.is_asked', '=', 1)
    .where(isSubstituteOfSignatory())
    .$if(acting !== undefined, (query) => query.where('acting.uid', '=', acting ?? ''))
    .groupBy(['absent.id', 'absent.uid', 'entry.kind', 'acting.uid'])
    .orderBy('absent.id')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
