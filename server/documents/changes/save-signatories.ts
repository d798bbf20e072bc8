// The SQL that writes the signatories of a document, and `document_people`: who sees it whatever their role.
import { type Insertable, sql } from 'kysely';
import type { PortalChange, PortalSchema } from '../../portal-database/schema.ts';
import type { Person, StoredDocument } from '../document/document.ts';

type Row = Insertable<PortalSchema['document_entries']>;

/** The signatories of a document, and the ids of the profiles that they name, by uid. */
type Listing = Pick<StoredDocument, 'id' | 'entries'> & { readonly people: ReadonlyMap<string, Pick<Person, 'id'>> };

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
  'decided_as',
] as const satisfies readonly (keyof Row)[];

/** Replaces the signatories of a document (`before`: as read, or null), then `document_people`; writes changes only. */
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
    decided_as: entry.decidedAs && JSON.stringify(entry.decidedAs),
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

/** Updates `document_people` (author and signatories, who see a document whatever their role) after such a change. */
async function updateDocumentPeople(transaction: PortalChange, document: number): Promise<void> {
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

/** The same when the signatories are unchanged. Most decisions leave the state too: then no row is written. */
async function updateDocumentState(transaction: PortalChange, document: number): Promise<void> {
  const state = sql`(SELECT documents.state FROM documents WHERE documents.id = ${document})`;
  await sql`UPDATE document_people SET state = ${state}
    WHERE document_id = ${document} AND state <> ${state}`.execute(transaction);
}
