import type { Editor } from '../../../contract/answers.ts';
import type { DecisionEvent } from '../../../contract/documents/words.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { startsVersion } from '../../../rules/documents/signing.ts';
import { savedNow } from '../../platform/database/editor-columns.ts';
import type { Database } from '../../platform/database/types.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalChange, PortalSchema } from '../../portal-database/schema.ts';
import {
  entriesAfter,
  hashOf,
  orderOf,
  type Save,
  type StoredDocument,
  type StoredFile,
} from '../document/document.ts';
import { selectPeople } from '../document/people.ts';
import { selectDocument } from '../document/reads.ts';
import type { StoredRoute } from '../document/route-rules.ts';
import { type Listed, namedIn, type Signatory, stateOf, withTurns } from '../document/signatory-rules.ts';
import { addText, putFiles, saveSignatories, takeNumber } from './document-rows.ts';
import { recordChange } from './record-change.ts';

/** What a form makes of a document. */
interface Draft {
  readonly title: string;
  readonly description: string;
  readonly files: readonly StoredFile[];
  readonly listed: readonly Listed[];
}

/** What a new document is made of: its texts may need the number that it gets. */
export interface NewDocument extends Draft {
  /** Without one the lists are asked as the type says. */
  readonly route?: StoredRoute | null;
  readonly fill?: (text: string, num: number) => string;
}

/** A title as it is filled in; throws 400 for one that has become too long. */
function filledTitle(title: string): string {
  if (title.length > TITLE_MAX) throw badRequest('invalid title');
  return title;
}

/** Adds a document with the next number of its pair. */
export async function addDocument(
  { dialect }: Database<PortalSchema>,
  transaction: PortalChange,
  pair: Pair,
  { files, listed, route = null, fill = (text) => text, ...made }: NewDocument,
  save: Save,
): Promise<StoredDocument> {
  const { by, at } = save;
  const author = await transaction.selectFrom('users').select('id').where('uid', '=', by.uid).executeTakeFirstOrThrow();
  const task = await transaction
    .selectFrom('tasks')
    .select('ordered')
    .where('id', '=', pair.task)
    // Whether recipients wait depends on the type: it stays as it is meanwhile.
    .$if(dialect === 'postgres', (query) => query.forShare())
    .executeTakeFirstOrThrow();
  const steps = route?.steps ?? null;
  const entries = withTurns(entriesAfter([], listed, false), { ordered: task.ordered === 1, steps }, save);
  const num = await takeNumber(transaction, pair);
  const title = filledTitle(fill(made.title, num));
  const description = fill(made.description, num);
  const { id } = await transaction
    .insertInto('documents')
    .values({
      directing_id: pair.directing,
      task_id: pair.task,
      num,
      author_id: author.id,
      title,
      text_id: await addText(transaction, description),
      version: 1,
      hash: hashOf({ title, description, files }),
      state: stateOf(entries, steps),
      revision: 1,
      created_at: at,
      route: route && JSON.stringify(route),
      ...savedNow(by, at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const people = await peopleIn(transaction, entries);
  await saveSignatories(transaction, null, { id, entries, people });
  await putFiles(transaction, id, [], files);
  const after = await selectDocument(transaction, id);
  if (!after) throw new Error(`document ${id} is gone within its own change`);
  await recordChange(transaction, { event: 'created', by, insteadOf: null, at, before: null, after });
  return after;
}

/**
 * Makes of a document what a form says. A new version starts, without marks, where somebody has put one and the content
 * changes. A save that changes nothing leaves no trace.
 */
export async function saveDraft(
  transaction: PortalChange,
  before: StoredDocument,
  draft: Draft,
  event: 'edited' | 'file removed',
  save: Save,
): Promise<StoredDocument> {
  const changesContent = hashOf(draft) !== before.hash;
  const isNew = startsVersion(changesContent, before.entries);
  const entries = entriesAfter(before.entries, draft.listed, isNew);
  if (!changesContent && sameList(entries, before.entries)) return before;
  const next = { ...draft, entries, version: before.version + (isNew ? 1 : 0) };
  const after = await update(transaction, before, next, save);
  await recordChange(transaction, { event, ...save, insteadOf: null, before, after });
  return after;
}

/** Puts a decision into a document. */
export async function saveDecision(
  transaction: PortalChange,
  before: StoredDocument,
  entries: readonly Signatory[],
  decided: { readonly event: DecisionEvent; readonly insteadOf: Editor | null },
  save: Save,
): Promise<StoredDocument> {
  const after = await update(transaction, before, { ...before, entries }, save);
  await recordChange(transaction, { ...decided, ...save, before, after });
  return after;
}

/** Deletes a document; its history stays. Resolves to the names of all files it ever had. */
export async function deleteDocument(transaction: PortalChange, before: StoredDocument, save: Save): Promise<string[]> {
  const files = await transaction
    .selectFrom('document_files')
    .select('file_name')
    .where('document_id', '=', before.id)
    .execute();
  const ofComments = await transaction
    .selectFrom('document_comment_files')
    .innerJoin('document_comments', 'document_comments.id', 'document_comment_files.comment_id')
    .select('file_name')
    .where('document_comments.document_id', '=', before.id)
    .execute();
  await recordChange(transaction, { event: 'deleted', ...save, insteadOf: null, before, after: null });
  await transaction.deleteFrom('documents').where('id', '=', before.id).execute();
  return [...files, ...ofComments].map(({ file_name }) => file_name);
}

type Next = Pick<StoredDocument, 'title' | 'description' | 'files' | 'entries' | 'version'>;

/** Writes the next state of a document that this transaction holds, and resolves to it as a reader would find it. */
async function update(
  transaction: PortalChange,
  before: StoredDocument,
  { title, description, files, version, ...next }: Next,
  save: Save,
): Promise<StoredDocument> {
  const { by, at } = save;
  const order = orderOf(before);
  const entries = withTurns(next.entries, order, save);
  const isSameText = description === before.description;
  const after: StoredDocument = {
    ...before,
    ...{ title, description, files, entries, version },
    textId: isSameText ? before.textId : await addText(transaction, description),
    people: await peopleIn(transaction, entries, before.people),
    hash: hashOf({ title, description, files }),
    revision: before.revision + 1,
    savedAt: at,
    savedBy: by,
  };
  await transaction
    .updateTable('documents')
    .set({
      title,
      text_id: after.textId,
      version,
      hash: after.hash,
      state: stateOf(entries, order.steps),
      revision: after.revision,
      ...savedNow(by, at),
    })
    .where('id', '=', before.id)
    .execute();
  await saveSignatories(transaction, before, after);
  await putFiles(transaction, before.id, before.files, files);
  return after;
}

/** The people named by signatories, by uid; reads only those who are not known yet. */
async function peopleIn(
  transaction: PortalChange,
  entries: readonly Signatory[],
  known: StoredDocument['people'] = new Map(),
): Promise<StoredDocument['people']> {
  const named = namedIn(entries);
  const missing = named.filter((uid) => !known.has(uid));
  const read = new Map((await selectPeople(transaction, missing)).map((person) => [person.uid, person]));
  return new Map(
    named.flatMap((uid) => {
      const person = known.get(uid) ?? read.get(uid);
      return person ? [[uid, person]] : [];
    }),
  );
}

/** Whether two lists name the same people in the same order. */
const sameList = (one: readonly Signatory[], other: readonly Signatory[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, uid }, index) => kind === other[index]?.kind && uid === other[index]?.uid);
