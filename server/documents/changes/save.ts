// Makes, changes and deletes documents: the SQL of a document and its files, and when a new version starts.
// Its signatories are written by save-signatories.ts.
import { sql } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { DecisionEvent } from '../../../contract/documents/words.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { bearsDecision, startsVersion } from '../../../rules/documents/signing.ts';
import { type Database, savedNow } from '../../platform/database/types.ts';
import { badRequest, conflict } from '../../platform/http/request.ts';
import type { Pair, PortalChange, PortalSchema, UserRow } from '../../portal-database/schema.ts';
import { selectDocument } from '../document/access.ts';
import * as documentModel from '../document/document.ts';
import * as signatoryRules from '../document/signatory-rules.ts';
import { recordChange } from './record-change.ts';
import { saveSignatories } from './save-signatories.ts';

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly files: readonly documentModel.StoredFile[];
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
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
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
    documentModel.entriesAfter([], listed, false),
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
      hash: documentModel.hashOf({ title, description, files }),
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
  before: documentModel.StoredDocument,
  draft: Draft,
  event: 'edited' | 'handed over' | 'file removed',
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
  requireOpen(before);
  const changesContent = documentModel.hashOf(draft) !== before.hash;
  const isNew = startsVersion(changesContent, before.entries);
  const entries = documentModel.entriesAfter(before.entries, draft.listed, isNew);
  if (!changesContent && sameList(entries, before.entries)) return before;
  const next = { ...draft, entries, version: before.version + (isNew ? 1 : 0), closed: null };
  const after = await update(transaction, before, next, save);
  await recordChange(transaction, { event, ...save, insteadOf: null, before, after });
  return after;
}

/** Throws 409 `document is cancelled`. */
export function requireOpen({ closed }: documentModel.StoredDocument): void {
  if (closed) throw conflict('document is cancelled');
}

/** Saves the signatories after a decision, or after `decision withdrawn`; `of`: whose decision it is. */
export async function saveDecision(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  entries: readonly signatoryRules.Signatory[],
  decided: {
    readonly event: DecisionEvent | 'decision withdrawn';
    readonly insteadOf: Editor | null;
    readonly of: signatoryRules.Signatory;
  },
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
  const after = await update(transaction, before, { ...before, entries }, save);
  await recordChange(transaction, { ...decided, ...save, before, after });
  return after;
}

type InCharge = Pick<UserRow, 'id' | 'uid' | 'name' | 'email'>;

/**
 * Lets a colleague decide overdue steps in place of a person: `steps` are those of the route after it. What has come to
 * the person comes to the colleague at once, who is notified.
 */
export async function saveEscalation(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  {
    from,
    to,
    steps,
  }: { readonly from: InCharge; readonly to: InCharge; readonly steps: readonly signatoryRules.StoredStep[] },
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
  const after = await update(
    transaction,
    before,
    { ...before, route: before.route && { ...before.route, steps } },
    save,
  );
  const come = await transaction
    .deleteFrom('document_escalations')
    .where('document_id', '=', before.id)
    .where('user_id', '=', from.id)
    .returning(['document_id', 'step', 'asked_at'])
    .execute();
  if (come.length > 0)
    await transaction
      .insertInto('document_escalations')
      .values(come.map((round) => ({ ...round, user_id: to.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const isNow = documentModel
    .signatoriesAskedIn(after)
    .some(({ step, askedAt }) => come.some((round) => round.step === step && round.asked_at === askedAt));
  const names = { from: documentModel.calledName(from), to: documentModel.calledName(to) };
  const handedOver = { ...names, come: isNow ? [to.uid] : [] };
  await recordChange(transaction, {
    event: 'escalation handed over',
    ...save,
    insteadOf: null,
    before,
    after,
    handedOver,
  });
  return after;
}

/** Cancels a document for good, or moves one without decisions to the bin. Nothing is asked any more. */
export async function closeDocument(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  { state, reason }: Pick<documentModel.Closed, 'state' | 'reason'>,
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
  requireOpen(before);
  if (state === 'binned' && bearsDecision(before.version, before.entries))
    throw new Error(`document ${before.id} bears a decision`);
  const closed = { state, at: save.at, by: save.by, reason };
  const after = await update(transaction, before, { ...before, closed }, save);
  await recordChange(transaction, { event: state, ...save, insteadOf: null, before, after });
  return after;
}

/** Takes a document out of the bin: its signatories are asked again, from now on. */
export async function restoreDocument(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  save: documentModel.Save,
) {
  const after = await update(transaction, before, { ...before, closed: null }, save);
  await recordChange(transaction, { event: 'restored', ...save, insteadOf: null, before, after });
  return after;
}

/** Deletes a document for good; its history stays. Resolves to the names of all files it ever had. */
export async function deleteDocument(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  save: documentModel.Save,
): Promise<string[]> {
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

type Next = Pick<documentModel.StoredDocument, 'title' | 'description' | 'files' | 'entries' | 'version' | 'closed'> &
  Partial<Pick<documentModel.StoredDocument, 'route'>>;

/** Writes the next state of a document locked by this transaction; resolves to it as a reader would find it. */
async function update(
  transaction: PortalChange,
  before: documentModel.StoredDocument,
  { title, description, files, version, closed, route = before.route, ...next }: Next,
  save: documentModel.Save,
): Promise<documentModel.StoredDocument> {
  const { by, at } = save;
  const order = documentModel.orderOf(before);
  const entries = closed
    ? next.entries.map((entry) => ({ ...entry, askedAt: null, dueAt: null }))
    : signatoryRules.withTurns(next.entries, order, save);
  const isSameText = description === before.description;
  const after: documentModel.StoredDocument = {
    ...before,
    ...{ title, description, files, entries, version, closed, route },
    textId: isSameText ? before.textId : await addText(transaction, description),
    people: await peopleIn(transaction, entries, before.people),
    hash: documentModel.hashOf({ title, description, files }),
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
      state: closed ? closed.state : signatoryRules.stateOf(entries, order.steps),
      closed_at: closed?.at ?? null,
      closing: closed && JSON.stringify({ by: closed.by, reason: closed.reason } satisfies documentModel.Closing),
      revision: after.revision,
      route: route && JSON.stringify(route),
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
  known: documentModel.StoredDocument['people'] = new Map(),
): Promise<documentModel.StoredDocument['people']> {
  const named = signatoryRules.namedIn(entries);
  const missing = named.filter((uid) => !known.has(uid));
  const read = new Map((await documentModel.selectPeople(transaction, missing)).map((person) => [person.uid, person]));
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
  before: readonly documentModel.StoredFile[],
  after: readonly documentModel.StoredFile[],
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
  const rows = added.map((file, index) => ({
    ...documentModel.fileRowOf(file),
    document_id: document,
    place: first + index,
  }));
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
