import { sql } from 'kysely';
import { editorOfRow } from '../../platform/database/editor-columns.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../../portal-database/schema.ts';
import type { StoredDocument, StoredFile } from './document.ts';
import { type Person, personOf, type Viewer, visibleTo } from './people.ts';
import { storedRouteOf } from './route-rules.ts';
import type { Signatory } from './signatory-rules.ts';

/** A document that the viewer sees; null for any other id. */
export async function selectVisibleDocument(
  read: PortalSource,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument | null> {
  return (await selectDocuments(read, [id], viewer))[0] ?? null;
}

/** The same, kept from other changes until the transaction ends. */
export async function lockVisibleDocument(
  database: Database<PortalSchema>,
  transaction: PortalChange,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument | null> {
  await lockRow(database, transaction, id);
  return selectVisibleDocument(transaction, id, viewer);
}

async function lockRow({ dialect }: Database<PortalSchema>, transaction: PortalChange, id: number): Promise<void> {
  if (dialect !== 'postgres') return;
  const row = transaction.selectFrom('documents').innerJoin('tasks', 'tasks.id', 'documents.task_id');
  const found = row.select('documents.id').where('documents.id', '=', id);
  await found.forUpdate('documents').forShare('tasks').execute();
}

/** A document, whoever looks at it, kept as above. */
export async function lockDocument(
  database: Database<PortalSchema>,
  transaction: PortalChange,
  id: number,
): Promise<StoredDocument | null> {
  await lockRow(database, transaction, id);
  return selectDocument(transaction, id);
}

/** The pair of a document that somebody sees, which never changes; null as above. */
export async function selectVisiblePair(read: PortalSource, id: number, viewer: Viewer): Promise<Pair | null> {
  const row = await read
    .selectFrom('documents')
    .select(['directing_id as directing', 'task_id as task'])
    .where('documents.id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
  return row ?? null;
}

/** A document, whoever looks at it. */
export async function selectDocument(read: PortalSource, id: number): Promise<StoredDocument | null> {
  return (await selectDocuments(read, [id]))[0] ?? null;
}

/**
 * The documents of these ids, in their order, each as it stood at one moment; those that are not there, or that the
 * viewer does not see, are left out.
 */
export async function selectDocuments(
  read: PortalSource,
  ids: readonly number[],
  viewer: Viewer | null = null,
): Promise<StoredDocument[]> {
  const documents = new Map<number, StoredDocument>();
  let left = ids;
  while (left.length > 0) {
    const found = await readDocuments(read, left, viewer);
    // What a transaction changes it holds; elsewhere a mark could be shown over what somebody has made of it since.
    left = read.isTransaction ? [] : await changedSince(read, found);
    for (const document of found) if (!left.includes(document.id)) documents.set(document.id, document);
  }
  return ids.flatMap((id) => documents.get(id) ?? []);
}

async function readDocuments(
  read: PortalSource,
  wanted: readonly number[],
  viewer: Viewer | null,
): Promise<StoredDocument[]> {
  const rows = await documentRows(read, wanted, viewer);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [listed, files] = await Promise.all([entriesOf(read, ids), filesOf(read, ids)]);
  return rows.map((row) => {
    const { entries, people } = listed.get(row.id) ?? { entries: [], people: new Map() };
    return documentOf(row, { files: files.get(row.id) ?? [], entries, people });
  });
}

/** The ids of those documents that have changed, or gone, since they were read. */
async function changedSince(read: PortalSource, found: readonly StoredDocument[]): Promise<number[]> {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const rows = await read.selectFrom('documents').select(['id', 'revision']).where('id', 'in', ids).execute();
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  return found.filter(({ id, revision }) => revisions.get(id) !== revision).map(({ id }) => id);
}

/** How many questions about a row of `documents` wait for its author. */
const openQuestions = () =>
  sql<number>`(SELECT count(*) FROM document_comments AS question
    WHERE question.document_id = documents.id AND question.asked_id IS NOT NULL)`;

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number];

const documentRows = (read: PortalSource, ids: readonly number[], viewer: Viewer | null) =>
  read
    .selectFrom('documents')
    .innerJoin('directings', 'directings.id', 'documents.directing_id')
    .innerJoin('tasks', 'tasks.id', 'documents.task_id')
    .innerJoin('document_texts', 'document_texts.id', 'documents.text_id')
    .innerJoin('users', 'users.id', 'documents.author_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .selectAll('documents')
    .select(['document_texts.text', 'tasks.ordered', 'users.uid', 'users.email'])
    .select(['directings.title as directing_title', 'tasks.title as task_title', 'users.name'])
    .select('roles.title as position')
    .select(openQuestions().as('questions'))
    .where('documents.id', 'in', ids)
    .$if(viewer !== null, (query) => (viewer ? query.where(visibleTo(viewer)) : query))
    .execute();

const documentOf = (row: DocumentRow, parts: Pick<StoredDocument, 'files' | 'entries' | 'people'>): StoredDocument => ({
  id: row.id,
  num: row.num,
  title: row.title,
  description: row.text,
  textId: row.text_id,
  directing: { id: row.directing_id, title: row.directing_title },
  task: { id: row.task_id, title: row.task_title, ordered: row.ordered === 1 },
  route: storedRouteOf(row.route),
  author: personOf({ ...row, id: row.author_id }),
  ...parts,
  createdAt: row.created_at,
  version: row.version,
  hash: row.hash,
  questions: Number(row.questions),
  revision: row.revision,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
});

interface Listed {
  readonly entries: Signatory[];
  readonly people: Map<string, Person>;
}

async function entriesOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, Listed>> {
  const rows = await read
    .selectFrom('document_entries as entry')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('users as actor', (join) =>
      join.on(sql<boolean>`actor.id = coalesce(entry.accepted_by, entry.declined_by)`),
    )
    .leftJoin('roles as actor_role', 'actor_role.id', 'actor.role_id')
    .select(['document_id', 'kind', 'asked_at', 'accepted_at', 'declined_at', 'reason'])
    .select(['entry.step', 'entry.due_at'])
    .select(['users.id', 'users.uid', 'users.email', 'users.name', 'roles.title as position'])
    .select(['actor.id as actor_id', 'actor.uid as actor_uid', 'actor.email as actor_email'])
    .select(['actor.name as actor_name', 'actor_role.title as actor_position'])
    .where('document_id', 'in', ids)
    .orderBy('kind')
    .orderBy('place')
    .execute();
  const found = new Map<number, Listed>();
  for (const row of rows) {
    const known: Listed = found.get(row.document_id) ?? { entries: [], people: new Map() };
    found.set(row.document_id, known);
    const { entries, people } = known;
    const { kind, uid, asked_at, accepted_at, declined_at, reason, step, due_at } = row;
    people.set(uid, personOf(row));
    if (row.actor_id !== null && row.actor_uid !== null) {
      const actor = { id: row.actor_id, uid: row.actor_uid, email: row.actor_email ?? '' };
      people.set(actor.uid, personOf({ ...actor, name: row.actor_name, position: row.actor_position }));
    }
    entries.push({
      kind,
      uid,
      askedAt: asked_at,
      acceptedAt: accepted_at,
      acceptedBy: accepted_at === null ? null : row.actor_uid,
      declinedAt: declined_at,
      declinedBy: declined_at === null ? null : row.actor_uid,
      reason,
      step,
      dueAt: due_at,
    });
  }
  return found;
}

async function filesOf(read: PortalSource, ids: readonly number[]): Promise<Map<number, StoredFile[]>> {
  const rows = await read
    .selectFrom('document_files')
    .selectAll()
    .where('document_id', 'in', ids)
    .where('place', 'is not', null)
    .orderBy('place')
    .execute();
  const found = new Map<number, StoredFile[]>();
  for (const { document_id, file_name, original_name, type, size, sha256 } of rows) {
    const files = found.get(document_id) ?? [];
    files.push({ fileName: file_name, originalName: original_name, type, size, sha256 });
    found.set(document_id, files);
  }
  return found;
}
