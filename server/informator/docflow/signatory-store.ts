import type { Insertable, Transaction } from 'kysely';
import type { InformatorSchema } from '../schema.ts';
import { updateDocumentPeople, updateDocumentState } from './document-people.ts';
import { type Signatory, signatoriesAsked } from './signatory-rules.ts';

type Change = Transaction<InformatorSchema>;
type Row = Insertable<InformatorSchema['document_entries']>;

const FIELDS = [
  'place',
  'accepted_at',
  'accepted_by',
  'declined_at',
  'declined_by',
  'reason',
  'is_asked',
] as const satisfies readonly (keyof Row)[];

/**
 * Makes these the entries of a document whose row is as it shall be; who sees it follows. Entries that stay as they were
 * are not written: a mark changes one of many.
 */
export async function saveSignatories(
  transaction: Change,
  document: number,
  entries: readonly Signatory[],
  ordered: boolean,
): Promise<void> {
  const before = await transaction
    .selectFrom('document_entries')
    .innerJoin('users', 'users.id', 'document_entries.user_id')
    .selectAll('document_entries')
    .select('users.uid')
    .where('document_id', '=', document)
    .execute();
  const ids = await withMissing(
    transaction,
    new Map(before.map(({ uid, user_id }) => [uid, user_id])),
    entries,
  );
  const after = rowsOf(document, entries, ordered, ids);
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const changed = after.filter((row) => {
    const old = known.get(keyOf(row));
    return !old || FIELDS.some((field) => row[field] !== old[field]);
  });
  const kept = new Set(after.map(keyOf));
  const gone = before.filter((row) => !kept.has(keyOf(row)));
  for (const { kind, user_id } of gone) {
    await transaction
      .deleteFrom('document_entries')
      .where('document_id', '=', document)
      .where('kind', '=', kind)
      .where('user_id', '=', user_id)
      .execute();
  }
  if (changed.length > 0) await write(transaction, changed);
  const isSameList = gone.length === 0 && after.length === before.length;
  await (isSameList && before.length > 0 ? updateDocumentState : updateDocumentPeople)(transaction, document);
}

const keyOf = ({ kind, user_id }: Pick<Row, 'kind' | 'user_id'>): string => `${kind} ${user_id}`;

function rowsOf(
  document: number,
  entries: readonly Signatory[],
  ordered: boolean,
  ids: ReadonlyMap<string, number>,
): Row[] {
  const idOf = (uid: string): number => {
    const id = ids.get(uid);
    if (id === undefined) throw new Error(`no user ${uid}`);
    return id;
  };
  const toAct = new Set(signatoriesAsked(entries, ordered));
  return entries.map((entry, place) => ({
    document_id: document,
    kind: entry.kind,
    user_id: idOf(entry.uid),
    place,
    accepted_at: entry.acceptedAt,
    accepted_by: entry.acceptedBy === null ? null : idOf(entry.acceptedBy),
    declined_at: entry.declinedAt,
    declined_by: entry.declinedBy === null ? null : idOf(entry.declinedBy),
    reason: entry.reason,
    is_asked: toAct.has(entry) ? 1 : 0,
  }));
}

/** Adds the ids of those who are named by entries and not known yet. */
async function withMissing(
  transaction: Change,
  known: ReadonlyMap<string, number>,
  entries: readonly Signatory[],
): Promise<ReadonlyMap<string, number>> {
  const named = entries.flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy]);
  const missing = [...new Set(named)].filter((uid) => uid !== null && !known.has(uid));
  if (missing.length === 0) return known;
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'uid'])
    .where('uid', 'in', missing)
    .execute();
  return new Map([...known, ...rows.map(({ id, uid }) => [uid, id] as const)]);
}

async function write(transaction: Change, rows: readonly Row[]): Promise<void> {
  await transaction
    .insertInto('document_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['document_id', 'kind', 'user_id'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(FIELDS.map((field) => [field, ref(`excluded.${field}`)])),
        ),
    )
    .execute();
}
