// Documents as the API and the history show them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { IdleState } from '../../../contract/accounts/accounts.ts';
import { ChangedMeanwhile, ErrorAnswer } from '../../../contract/answers.ts';
import type * as contract from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { type Turn, type Turns, turnOf } from '../../../rules/documents/turns.ts';
import { editConflict, stateTag } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { actorAsFarAsKnown, selectDocuments } from './access.ts';
import type { OwnLinks } from './attachment-links.ts';
import * as documentModel from './document.ts';
import { type Signatory, withdrawableIn } from './signatory-rules.ts';
import { selectAsked, selectDecidable } from './who-may-decide.ts';

export const changeFailures = { 409: Type.Union([ChangedMeanwhile, ErrorAnswer]) };

/** Answers with a document and what it asks of the caller (`known`), never a 304: links of its files expire soon. */
export async function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  document: documentModel.StoredDocument,
  context: documentModel.DocumentsContext,
  known: documentModel.Actor | null = null,
): Promise<contract.Document> {
  const { database, links } = context;
  const actor = known ?? (await actorAsFarAsKnown(context, request));
  const decides = await selectDecidable(database.read, [document.id], actor);
  const listed = new Set(document.entries.map(({ uid }) => uid));
  const accounts = await context.people.idleAmong([...listed]).catch(() => new Map<string, IdleState>());
  const idle = [...accounts].map(([uid, state]) => ({ uid, state }));
  reply.header('ETag', stateTag(documentModel.savedStateOf(document)));
  return {
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    withdrawable: withdrawableBy(document, actor.uid, context.clock()).map(({ uid, kind }) => ({ uid, kind })),
    unable: await unableIn(context, document, accounts),
    ...(idle.length > 0 && { idle }),
  };
}

/** The signatories whose decision a user may take back, the latest first; none of a closed document. */
export const withdrawableBy = (document: documentModel.StoredDocument, caller: string, now: number): Signatory[] =>
  document.closed ? [] : withdrawableIn(document.entries, { caller, now, ...documentModel.orderOf(document) });

/** The signatories asked who cannot decide; without the auth service disabled accounts are left out. */
async function unableIn(
  { database }: documentModel.DocumentsContext,
  { id }: documentModel.StoredDocument,
  accounts: ReadonlyMap<string, IdleState>,
): Promise<contract.Unable[]> {
  const asked = await selectAsked(database.read, id);
  return asked.flatMap(({ uid, kind, may }): contract.Unable[] => {
    if (accounts.get(uid) === 'disabled') return [{ uid, kind, why: 'disabled' }];
    return may ? [] : [{ uid, kind, why: 'no right' }];
  });
}

/** 409: the document has changed since the caller read it. */
export const documentChanged = (document: documentModel.StoredDocument) =>
  editConflict(documentModel.savedStateOf(document));

export const fileAnswer = (
  { originalName, fileName, type, size }: documentModel.StoredFile,
  links: OwnLinks,
): contract.DocumentFile => ({ ...{ originalName, fileName, type, size }, url: links.to(fileName) });

const documentAnswer = (document: documentModel.StoredDocument, links: OwnLinks): contract.Document => ({
  id: document.id,
  num: document.num,
  title: document.title,
  description: document.description,
  directing: document.directing,
  task: document.task,
  author: personAnswer(document.author),
  files: document.files.map((file) => fileAnswer(file, links)),
  acceptor: signatories(document, 'acceptor'),
  recipient: signatories(document, 'recipient'),
  createdAt: new Date(document.createdAt).toISOString(),
  updatedAt: new Date(document.savedAt).toISOString(),
  version: document.version,
  hash: document.hash,
  ...stateAnswer(document),
  ...(document.questions > 0 ? { questions: document.questions } : {}),
  ...(document.route ? { route: routeAnswer(document) } : {}),
});

function stateAnswer(document: documentModel.StoredDocument): Pick<contract.Document, 'state' | 'stage' | 'cancelled'> {
  const { state, stage } = documentModel.standingOf(document);
  const { closed } = document;
  const isCancelled = closed?.state === 'cancelled';
  return {
    state,
    stage,
    cancelled: isCancelled ? { at: new Date(closed.at).toISOString(), by: closed.by, reason: closed.reason } : null,
  };
}

/** Reads documents for a list, in the order of `ids`, with what the actor may decide and `more`; no deleted ones. */
export async function listedAnswers<More extends object>(
  read: PortalSource,
  { links }: Pick<documentModel.DocumentsContext, 'links'>,
  ids: readonly number[],
  actor: documentModel.Actor,
  more: (document: documentModel.StoredDocument) => More,
): Promise<(contract.Document & More)[]> {
  const decides = await selectDecidable(read, ids, actor);
  return (await selectDocuments(read, ids)).map((document) => ({
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    ...more(document),
  }));
}

/** A document in the history: its description by id, its files without links. */
export type KeptSnapshot = Omit<contract.DocumentSnapshot, 'description' | 'files'> & {
  readonly textId: number;
  readonly files: readonly Omit<contract.DocumentSnapshot['files'][number], 'url'>[];
  /** Of a change of who decides an overdue step. */
  readonly handedOver?: NonNullable<contract.DocumentChange['handedOver']>;
  /** For who reads of a deleted document; absent in histories of former releases. */
  readonly place?: { readonly num: number; readonly task: string; readonly directing: string };
};

export const snapshotOf = (document: documentModel.StoredDocument): KeptSnapshot => ({
  title: document.title,
  place: { num: document.num, task: document.task.title, directing: document.directing.title },
  textId: document.textId,
  version: document.version,
  hash: document.hash,
  files: document.files.map(({ originalName, fileName, sha256 }) => ({ originalName, fileName, sha256 })),
  acceptor: signatories(document, 'acceptor'),
  recipient: signatories(document, 'recipient'),
});

function signatories(document: documentModel.StoredDocument, kind: SignatoryKind): contract.Signatory[] {
  const turns = documentModel.turnsOf(document);
  return document.entries
    .filter((entry) => entry.kind === kind)
    .map((entry) => signatoryAnswer(document, entry, turns));
}

/** A decision shows names and positions of its moment, and `now` where the signatory has others today. */
function signatoryAnswer(
  { people, closed }: documentModel.StoredDocument,
  entry: Signatory,
  turns: Turns,
): contract.Signatory {
  const who = (uid: string): documentModel.Person =>
    people.get(uid) ?? { id: 0, uid, email: '', name: '', position: '' };
  const { decidedAs } = entry;
  const actor = (uid: string | null) =>
    uid && { ...documentModel.asEditor(who(uid)), ...(decidedAs && { name: decidedAs.by.name }) };
  const today = personAnswer(who(entry.uid));
  const then = decidedAs ? { name: decidedAs.name, position: decidedAs.position } : today;
  const isSame = then.name === today.name && then.position === today.position;
  return {
    ...{ ...today, name: then.name, position: then.position },
    now: isSame ? null : { name: today.name, position: today.position },
    accept: entry.acceptedAt !== null,
    acceptedAt: moment(entry.acceptedAt),
    acceptedBy: actor(entry.acceptedBy) || null,
    declinedAt: moment(entry.declinedAt),
    declinedBy: actor(entry.declinedBy) || null,
    actorPosition: decidedAs?.by.position ?? null,
    reason: entry.reason,
    isWaiting: isPending(entry) && (closed !== null || turns.isWaiting(entry)),
    isSpared: isPending(entry) && (closed !== null || turns.isPassed(entry)),
  };
}

const personAnswer = ({ uid, email, name, position }: documentModel.Person) => ({ uid, email, name, position });

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function routeAnswer(document: documentModel.StoredDocument): contract.DocumentRoute {
  const { entries, route, closed } = document;
  const { steps, version } = route ?? { steps: [], version: 0 };
  const turn = turnOf(entries, steps);
  const recipients = documentModel.recipientsOfRoute(document);
  return {
    ...(recipients.length > 0 && { recipients }),
    version,
    steps: steps.map(({ title, mode, days }, place) => {
      const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
      const dueAt = own.find((entry) => entry.dueAt !== null)?.dueAt ?? null;
      return {
        ...{ title, mode, days },
        state: stateOfStep(own, place + 1, turn, closed !== null),
        people: own.map(({ uid }) => uid),
        dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
      };
    }),
  };
}

function stateOfStep(own: readonly Signatory[], number: number, turn: Turn, isClosed: boolean): contract.StepState {
  if (own.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  if (turn === 'recipients') return 'done';
  if (turn === 'declined') return own.some(({ acceptedAt }) => acceptedAt !== null) ? 'done' : 'spared';
  if (number < turn) return 'done';
  if (isClosed) return 'spared';
  return number === turn ? 'current' : 'waiting';
}
