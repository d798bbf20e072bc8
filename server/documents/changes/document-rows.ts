import { type Insertable, sql } from 'kysely';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalChange, PortalSchema } from '../../portal-database/schema.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';

type Row = Insertable<PortalSchema['document_entries']>;

/** Who is listed in a document, since when each is asked, and who they are. */
type Listing = Pick<StoredDocument, 'id' | 'entries' | 'people'>;

const FIELDS = [
  'place',
  'accepted_at',
  'accepted_by',
  'declined_at',
  'declined_by',
  'reason',
  'is_asked',
  'asked_at',
  'step',
  'due_at',
] as const satisfies readonly (keyof Row)[];

/**
 * Makes the entries of a document whose row is as it shall be those of `after`; who sees it follows. Entries that stay as
 * they were are not written: a decision changes one of many. `before` is what this transaction has read: null for none.
 */
export async function saveSignatories(
  transaction: PortalChange,
  before: Listing | null,
  after: Listing,
): Promise<void> {
  const known = new Map((before ? rowsOf(before) : []).map((row) => [keyOf(row), row]));
  const rows = rowsOf(after);
  const changed = rows.filter((row) => {
    const old = known.get(keyOf(row));
    return !old || FIELDS.some((field) => row[field] !== old[field]);
  });
  const kept = new Set(rows.map(keyOf));
  const gone = [...known.values()].filter((row) => !kept.has(keyOf(row)));
  for (const { kind, user_id } of gone) {
    await transaction
      .deleteFrom('document_entries')
      .where('document_id', '=', after.id)
      .where('kind', '=', kind)
      .where('user_id', '=', user_id)
      .execute();
  }
  if (changed.length > 0) await write(transaction, changed);
  const isSameList = before !== null && gone.length === 0 && rows.length === known.size;
  await (isSameList ? updateDocumentState : updateDocumentPeople)(transaction, after.id);
}

const keyOf = ({ kind, user_id }: Pick<Row, 'kind' | 'user_id'>): string => `${kind} ${user_id}`;

function rowsOf({ id, entries, people }: Listing): Row[] {
  const idOf = (uid: string): number => {
    const person = people.get(uid);
    if (!person) throw new Error(`no user ${uid}`);
    return person.id;
  };
  return entries.map((entry, place) => ({
    document_id: id,
    kind: entry.kind,
    user_id: idOf(entry.uid),
    place,
    accepted_at: entry.acceptedAt,
    accepted_by: entry.acceptedBy === null ? null : idOf(entry.acceptedBy),
    declined_at: entry.declinedAt,
    declined_by: entry.declinedBy === null ? null : idOf(entry.declinedBy),
    reason: entry.reason,
    is_asked: entry.askedAt === null ? 0 : 1,
    asked_at: entry.askedAt,
    step: entry.step,
    due_at: entry.dueAt,
  }));
}

async function write(transaction: PortalChange, rows: readonly Row[]): Promise<void> {
  await transaction
    .insertInto('document_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['document_id', 'kind', 'user_id'])
        .doUpdateSet(({ ref }) => Object.fromEntries(FIELDS.map((field) => [field, ref(`excluded.${field}`)]))),
    )
    .execute();
}

/**
 * Renews the rows of `document_people`, which tell who sees a document whatever their role, inside the transaction that changed
 * the document, its state or its signatories.
 */
export async function updateDocumentPeople(transaction: PortalChange, document: number): Promise<void> {
  const people = sql`(
    SELECT user_id, max(is_listed) AS is_listed FROM (
      SELECT author_id AS user_id, 0 AS is_listed FROM documents WHERE id = ${document}
      UNION ALL SELECT user_id, 1 FROM document_entries WHERE document_id = ${document}
    ) AS part GROUP BY user_id
  )`;
  await sql`DELETE FROM document_people
    WHERE document_id = ${document} AND user_id NOT IN (SELECT user_id FROM ${people} AS person)`.execute(transaction);
  await sql`INSERT INTO document_people (user_id, document_id, directing_id, task_id, state, is_listed)
    SELECT person.user_id, documents.id, documents.directing_id, documents.task_id, documents.state, person.is_listed
    FROM ${people} AS person CROSS JOIN documents WHERE documents.id = ${document}
    ON CONFLICT (user_id, document_id) DO UPDATE SET state = excluded.state, is_listed = excluded.is_listed
      WHERE document_people.state <> excluded.state OR document_people.is_listed <> excluded.is_listed`.execute(
    transaction,
  );
}

/** The same when the signatories are unchanged. Most decisions leave the state unchanged too: then no row is written. */
async function updateDocumentState(transaction: PortalChange, document: number): Promise<void> {
  const state = sql`(SELECT documents.state FROM documents WHERE documents.id = ${document})`;
  await sql`UPDATE document_people SET state = ${state}
    WHERE document_id = ${document} AND state <> ${state}`.execute(transaction);
}

/** Takes the next number of a pair. The transaction locks the pair until it ends, so no number is given twice or lost. */
export async function takeNumber(transaction: PortalChange, { directing, task }: Pair): Promise<number> {
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
export async function addText(transaction: PortalChange, text: string): Promise<number> {
  const { id } = await transaction
    .insertInto('document_texts')
    .values({ text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes these the attachments of a document; others stay as attachments of earlier versions. */
export async function putFiles(
  transaction: PortalChange,
  document: number,
  before: readonly StoredFile[],
  after: readonly StoredFile[],
): Promise<void> {
  const known = new Set(before.map(({ fileName }) => fileName));
  const gone = [...known].filter((name) => !after.some(({ fileName }) => fileName === name));
  if (gone.length > 0) {
    await transaction.updateTable('document_files').set({ place: null }).where('file_name', 'in', gone).execute();
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

/** Documents as rows of the lists of directions and tasks hold them, inside the transaction that changes such a row. */
export const listedDocuments = { count, askInTurn };

/** How many documents stand under a direction or a task. */
async function count(transaction: PortalChange, list: 'directings' | 'tasks', id: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(list === 'directings' ? 'directing_id' : 'task_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes recipients of a task's documents wait for the acceptors, or no longer. */
async function askInTurn(transaction: PortalChange, task: number, ordered: boolean, now: number): Promise<void> {
  const waits = sql<boolean>`EXISTS (SELECT 1 FROM document_entries AS acceptor
    WHERE acceptor.document_id = document_entries.document_id
      AND acceptor.kind = 'acceptor' AND acceptor.accepted_at IS NULL)`;
  await transaction
    .updateTable('document_entries')
    .set({ is_asked: ordered ? 0 : 1, asked_at: ordered ? null : now })
    .where('kind', '=', 'recipient')
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where(
      'document_id',
      'in',
      // Recipients of a route wait for its steps, whatever the type says.
      transaction.selectFrom('documents').select('id').where('task_id', '=', task).where('route', 'is', null),
    )
    .where(waits)
    .execute();
}
