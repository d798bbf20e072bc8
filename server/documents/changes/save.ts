// Makes, changes and deletes documents: the SQL of a document and its files, and when a new version starts.
// Its signatories are written by save-signatories.ts.
import { sql } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { DecisionEvent } from '../../../contract/documents/words.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { startsVersion } from '../../../rules/documents/signing.ts';
import { type Database, savedNow } from '../../platform/database/types.ts';
import { badRequest } from '../../platform/http/request.ts';
import type { Pair, PortalChange, PortalSchema } from '../../portal-database/schema.ts';
import { selectDocument } from '../document/access.ts';
import {
  entriesAfter,
  fileRowOf,
  hashOf,
  orderOf,
  type Save,
  type StoredDocument,
  type StoredFile,
  selectPeople,
} from '../document/document.ts';
import * as signatoryRules from '../document/signatory-rules.ts';
import { recordChange } from './record-change.ts';
import { saveSignatories } from './save-signatories.ts';

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly files: readonly StoredFile[];
  readonly listed: readonly signatoryRules.Listed[];
}

/** What a new document is made of: its texts may need the number that it gets. */
export interface NewDocument extends Draft {
  /** Without one the lists are asked as the type says. */
  readonly route?: signatoryRules.StoredRoute | null;
  readonly fill?: (text: string, num: number) => string;
}

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
  const entries = signatoryRules.withTurns(
    entriesAfter([], listed, false),
    { ordered: task.ordered === 1, steps },
    save,
  );
  const num = await takeNumber(transaction, pair);
  const title = fill(made.title, num);
  // Filled placeholders may have made it too long.
  if (title.length > TITLE_MAX) throw badRequest('invalid title');
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
      state: signatoryRules.stateOf(entries, steps),
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

/** Applies a form to a document; changed content starts a new version without decisions. No change leaves no trace. */
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

export async function saveDecision(
  transaction: PortalChange,
  before: StoredDocument,
  entries: readonly signatoryRules.Signatory[],
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

/** Writes the next state of a document locked by this transaction; resolves to it as a reader would find it. */
async function update(
  transaction: PortalChange,
  before: StoredDocument,
  { title, description, files, version, ...next }: Next,
  save: Save,
): Promise<StoredDocument> {
  const { by, at } = save;
  const order = orderOf(before);
  const entries = signatoryRules.withTurns(next.entries, order, save);
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
      state: signatoryRules.stateOf(entries, order.steps),
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
  entries: readonly signatoryRules.Signatory[],
  known: StoredDocument['people'] = new Map(),
): Promise<StoredDocument['people']> {
  const named = signatoryRules.namedIn(entries);
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
const sameList = (one: readonly signatoryRules.Signatory[], other: readonly signatoryRules.Signatory[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, uid }, index) => kind === other[index]?.kind && uid === other[index]?.uid);

/** Takes the next number of a pair. Locks the pair until the transaction ends: no number is given twice or lost. */
async function takeNumber(transaction: PortalChange, { directing, task }: Pair): Promise<number> {
  const { latest } = await transaction
    .insertInto('document_numbers')
    .values({ directing_id: directing, task_id: task, latest: 1 })
    .onConflict((conflict) =>
      conflict.columns(['directing_id', 'task_id']).doUpdateSet({ latest: sql`document_numbers.latest + 1` }),
    )
    .returning('latest')
    .executeTakeFirstOrThrow();
  return latest;
}

async function addText(transaction: PortalChange, text: string): Promise<number> {
  const { id } = await transaction
    .insertInto('document_texts')
    .values({ text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes these the attachments of a document; others stay as attachments of earlier versions. */
async function putFiles(
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
  const rows = added.map((file, index) => ({ ...fileRowOf(file), document_id: document, place: first + index }));
  await transaction.insertInto('document_files').values(rows).execute();
}

/** The port of the lists of directions and tasks, called inside the transaction that changes their rows. */
export const listedDocuments = { count, askInTurn };

async function count(transaction: PortalChange, list: 'directings' | 'tasks', id: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(list === 'directings' ? 'directing_id' : 'task_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

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
