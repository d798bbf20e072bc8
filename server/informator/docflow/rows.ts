import { sql, type Transaction } from 'kysely';
import type { Pair } from '../rights/rights.ts';
import type { InformatorSchema } from '../schema.ts';
import type { StoredFile } from './document.ts';
import { asked, type Entry } from './entries.ts';
import { putPeople } from './people.ts';

type Change = Transaction<InformatorSchema>;

/** The next number of a pair. Whoever takes one holds the pair until his transaction ends, so none is given twice or lost. */
export async function takeNumber(transaction: Change, { directing, task }: Pair): Promise<number> {
  const { latest } = await transaction
    .insertInto('document_numbers')
    .values({ directing_id: directing, task_id: task, latest: 1 })
    .onConflict((conflict) =>
      conflict.columns(['directing_id', 'task_id']).doUpdateSet({
        latest: sql`document_numbers.latest + 1`,
      }),
    )
    .returning('latest')
    .executeTakeFirstOrThrow();
  return latest;
}

/** Keeps a text; resolves to its id. */
export async function addText(transaction: Change, text: string): Promise<number> {
  const { id } = await transaction
    .insertInto('document_texts')
    .values({ text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes these the entries of a document whose row is as it shall be; who sees it follows. */
export async function putEntries(
  transaction: Change,
  document: number,
  entries: readonly Entry[],
  ordered: boolean,
): Promise<void> {
  await transaction.deleteFrom('document_entries').where('document_id', '=', document).execute();
  if (entries.length > 0) await insertEntries(transaction, document, entries, ordered);
  await putPeople(transaction, document);
}

async function insertEntries(
  transaction: Change,
  document: number,
  entries: readonly Entry[],
  ordered: boolean,
): Promise<void> {
  const ids = await idsOf(transaction, entries);
  const idOf = (uid: string): number => {
    const id = ids.get(uid);
    if (id === undefined) throw new Error(`no user ${uid}`);
    return id;
  };
  const toAct = new Set(asked(entries, ordered));
  const rows = entries.map((entry, place) => ({
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
  await transaction.insertInto('document_entries').values(rows).execute();
}

async function idsOf(transaction: Change, entries: readonly Entry[]): Promise<Map<string, number>> {
  const named = entries.flatMap(({ uid, acceptedBy, declinedBy }) => [uid, acceptedBy, declinedBy]);
  const uids = [...new Set(named)].filter((uid) => uid !== null);
  const rows = await transaction.selectFrom('users').select(['id', 'uid']).where('uid', 'in', uids).execute();
  return new Map(rows.map(({ id, uid }) => [uid, id]));
}

/** Makes these the attachments of a document; others stay as attachments of earlier versions. */
export async function putFiles(
  transaction: Change,
  document: number,
  before: readonly StoredFile[],
  after: readonly StoredFile[],
): Promise<void> {
  const known = new Set(before.map(({ fileName }) => fileName));
  const gone = [...known].filter((name) => !after.some(({ fileName }) => fileName === name));
  if (gone.length > 0) {
    await transaction
      .updateTable('document_files')
      .set({ place: null })
      .where('file_name', 'in', gone)
      .execute();
  }
  const latest = await transaction
    .selectFrom('document_files')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('document_id', '=', document)
    .executeTakeFirst();
  const first = Number(latest?.place ?? -1) + 1;
  const added = after
    .filter(({ fileName }) => !known.has(fileName))
    .map(({ fileName, originalName, type, size, sha256 }, index) => ({
      file_name: fileName,
      document_id: document,
      place: first + index,
      original_name: originalName,
      type,
      size,
      sha256,
    }));
  if (added.length > 0) await transaction.insertInto('document_files').values(added).execute();
}
