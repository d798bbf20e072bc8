import type { Transaction } from 'kysely';
import type { Editor } from '../../../../contract/versions.ts';
import { startsVersion } from '../../../../rules/decisions.ts';
import { savedNow } from '../../../database/editor-columns.ts';
import type { Database } from '../../../database/types.ts';
import type { Pair } from '../../permissions/permissions.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredDocument, StoredFile } from '../document.ts';
import { addText, putFiles, takeNumber } from '../document-rows.ts';
import { recordHistory } from '../history.ts';
import { type DocumentChanged, notify } from '../notifications/notify.ts';
import { selectDocument, selectVisibleDocument } from '../reads.ts';
import { type Signatory, stateOf } from '../signatory-rules.ts';
import { saveSignatories } from '../signatory-store.ts';
import { entriesAfter, hashOf } from '../version.ts';
import type { Viewer } from '../viewer.ts';

type Change = Transaction<InformatorSchema>;

/** Who changes a document, and when. */
export interface Save {
  readonly by: Editor;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a form makes of a document. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly files: readonly StoredFile[];
  readonly listed: readonly Pick<Signatory, 'kind' | 'uid'>[];
}

/** Adds a document with the next number of its pair. */
export async function addDocument(
  { dialect }: Database<InformatorSchema>,
  transaction: Change,
  pair: Pair,
  draft: Draft,
  { by, at }: Save,
): Promise<StoredDocument> {
  const { title, description, files, listed } = draft;
  const author = await transaction
    .selectFrom('users')
    .select('id')
    .where('uid', '=', by.uid)
    .executeTakeFirstOrThrow();
  const task = await transaction
    .selectFrom('tasks')
    .select('ordered')
    .where('id', '=', pair.task)
    // Whether recipients wait depends on the type: it stays as it is meanwhile.
    .$if(dialect === 'postgres', (query) => query.forShare())
    .executeTakeFirstOrThrow();
  const entries = entriesAfter([], listed, false);
  const { id } = await transaction
    .insertInto('documents')
    .values({
      directing_id: pair.directing,
      task_id: pair.task,
      num: await takeNumber(transaction, pair),
      author_id: author.id,
      title,
      text_id: await addText(transaction, description),
      version: 1,
      hash: hashOf({ title, description, files }),
      state: stateOf(entries),
      revision: 1,
      created_at: at,
      ...savedNow(by, at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveSignatories(transaction, id, entries, task.ordered === 1);
  await putFiles(transaction, id, [], files);
  return told(transaction, id, { event: 'created', by, insteadOf: null, at, before: null });
}

/**
 * Makes of a document what a form says. A new version starts, without marks, where somebody has put one and the content
 * changes. A save that changes nothing leaves no trace.
 */
export async function saveDraft(
  transaction: Change,
  before: StoredDocument,
  draft: Draft,
  event: 'edited' | 'file removed',
  save: Save,
): Promise<StoredDocument> {
  const changesContent = hashOf(draft) !== before.hash;
  const isNew = startsVersion(changesContent, before.entries);
  const entries = entriesAfter(before.entries, draft.listed, isNew);
  if (!changesContent && sameList(entries, before.entries)) return before;
  await update(transaction, before, { ...draft, entries, version: before.version + (isNew ? 1 : 0) }, save);
  return told(transaction, before.id, { event, ...save, insteadOf: null, before });
}

/** Puts a mark into a document. */
export async function saveDecision(
  transaction: Change,
  before: StoredDocument,
  entries: readonly Signatory[],
  change: { event: 'signed' | 'acknowledged' | 'declined'; insteadOf: Editor | null },
  save: Save,
): Promise<StoredDocument> {
  await update(transaction, before, { ...before, entries }, save);
  return told(transaction, before.id, { ...change, ...save, before });
}

/** Deletes a document; its history stays. Resolves to the names of all files it ever had. */
export async function deleteDocument(
  transaction: Change,
  before: StoredDocument,
  { by, at }: Save,
): Promise<string[]> {
  const files = await transaction
    .selectFrom('document_files')
    .select('file_name')
    .where('document_id', '=', before.id)
    .execute();
  const changed: DocumentChanged = { event: 'deleted', by, insteadOf: null, at, before, after: null };
  await recordHistory(transaction, changed);
  await notify(transaction, changed);
  await transaction.deleteFrom('documents').where('id', '=', before.id).execute();
  return files.map(({ file_name }) => file_name);
}

/** A document that somebody sees, kept from other changes until the transaction ends; null when he sees none. */
export async function lockedDocument(
  { dialect }: Database<InformatorSchema>,
  transaction: Change,
  id: number,
  viewer: Viewer,
): Promise<StoredDocument | null> {
  if (dialect === 'postgres') {
    const row = transaction.selectFrom('documents').innerJoin('tasks', 'tasks.id', 'documents.task_id');
    const found = row.select('documents.id').where('documents.id', '=', id);
    await found.forUpdate('documents').forShare('tasks').execute();
  }
  return selectVisibleDocument(transaction, id, viewer);
}

type Next = Omit<Draft, 'listed'> & { readonly entries: readonly Signatory[]; readonly version: number };

async function update(
  transaction: Change,
  before: StoredDocument,
  { title, description, files, entries, version }: Next,
  { by, at }: Save,
): Promise<void> {
  const isSameText = description === before.description;
  await transaction
    .updateTable('documents')
    .set({
      title,
      text_id: isSameText ? before.textId : await addText(transaction, description),
      version,
      hash: hashOf({ title, description, files }),
      state: stateOf(entries),
      revision: before.revision + 1,
      ...savedNow(by, at),
    })
    .where('id', '=', before.id)
    .execute();
  await saveSignatories(transaction, before.id, entries, before.task.ordered);
  await putFiles(transaction, before.id, before.files, files);
}

/** Whether two lists name the same people in the same order. */
const sameList = (one: readonly Signatory[], other: readonly Signatory[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, uid }, index) => kind === other[index]?.kind && uid === other[index]?.uid);

async function told(
  transaction: Change,
  id: number,
  changed: Omit<DocumentChanged, 'after'>,
): Promise<StoredDocument> {
  const after = await selectDocument(transaction, id);
  if (!after) throw new Error(`document ${id} is gone within its own change`);
  await recordHistory(transaction, { ...changed, after });
  await notify(transaction, { ...changed, after });
  return after;
}
