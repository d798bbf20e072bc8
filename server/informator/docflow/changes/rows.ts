import { sql, type Transaction } from 'kysely';
import type { Pair } from '../../pair.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredFile } from '../document/document.ts';

type Change = Transaction<InformatorSchema>;

/** Takes the next number of a pair. The transaction locks the pair until it ends, so no number is given twice or lost. */
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
  const added = after.filter(({ fileName }) => !known.has(fileName));
  if (added.length === 0) return;
  const latest = await transaction
    .selectFrom('document_files')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('document_id', '=', document)
    .executeTakeFirst();
  const first = Number(latest?.place ?? -1) + 1;
  const rows = added.map(({ fileName, originalName, type, size, sha256 }, index) => ({
    file_name: fileName,
    document_id: document,
    place: first + index,
    original_name: originalName,
    type,
    size,
    sha256,
  }));
  await transaction.insertInto('document_files').values(rows).execute();
}
