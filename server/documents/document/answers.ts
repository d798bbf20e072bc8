// Documents as the API and the history show them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ChangedMeanwhile, ErrorAnswer } from '../../../contract/answers.ts';
import type * as contract from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { editConflict, stateTag } from '../../platform/http/request.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { actorAsFarAsKnown, selectDocuments } from './access.ts';
import type { OwnLinks } from './attachment-links.ts';
import {
  type Actor,
  asEditor,
  type DocumentsContext,
  orderOf,
  type Person,
  type StoredDocument,
  type StoredFile,
  savedStateOf,
} from './document.ts';
import { isWaiting, type Signatory, stateOf, type Turn, turnOf } from './signatory-rules.ts';
import { selectAsked, selectDecidable } from './who-may-decide.ts';

export const changeFailures = { 409: Type.Union([ChangedMeanwhile, ErrorAnswer]) };

/** Answers with a document and what it asks of the caller (`known`), never a 304: links of its files expire soon. */
export async function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument,
  context: DocumentsContext,
  known: Actor | null = null,
): Promise<contract.Document> {
  const { database, links } = context;
  const actor = known ?? (await actorAsFarAsKnown(context, request));
  const decides = await selectDecidable(database.read, [document.id], actor);
  reply.header('ETag', stateTag(savedStateOf(document)));
  return {
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    unable: await unableIn(context, document),
  };
}

/** The signatories asked who cannot decide; without the auth service disabled accounts are left out. */
async function unableIn({ database, people }: DocumentsContext, { id }: StoredDocument): Promise<contract.Unable[]> {
  const asked = await selectAsked(database.read, id);
  const disabled = await people.disabledAmong(asked.map(({ uid }) => uid)).catch(() => new Set<string>());
  return asked.flatMap(({ uid, kind, may }): contract.Unable[] => {
    if (disabled.has(uid)) return [{ uid, kind, why: 'disabled' }];
    return may ? [] : [{ uid, kind, why: 'no right' }];
  });
}

/** 409: the document has changed since the caller read it. */
export const documentChanged = (document: StoredDocument) => editConflict(savedStateOf(document));

export const fileAnswer = (
  { originalName, fileName, type, size }: StoredFile,
  links: OwnLinks,
): contract.DocumentFile => ({ ...{ originalName, fileName, type, size }, url: links.to(fileName) });

const documentAnswer = (document: StoredDocument, links: OwnLinks): contract.Document => ({
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
  state: stateOf(document.entries, document.route?.steps),
  ...(document.questions > 0 ? { questions: document.questions } : {}),
  ...(document.route ? { route: routeAnswer(document) } : {}),
});

/** Reads documents for a list, in the order of `ids`, with what the actor may decide and `more`; no deleted ones. */
export async function listedAnswers<More extends object>(
  read: PortalSource,
  { links }: Pick<DocumentsContext, 'links'>,
  ids: readonly number[],
  actor: Actor,
  more: (document: StoredDocument) => More,
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
};

export const snapshotOf = (document: StoredDocument): KeptSnapshot => ({
  title: document.title,
  textId: document.textId,
  version: document.version,
  hash: document.hash,
  files: document.files.map(({ originalName, fileName, sha256 }) => ({ originalName, fileName, sha256 })),
  acceptor: signatories(document, 'acceptor'),
  recipient: signatories(document, 'recipient'),
});

function signatories(document: StoredDocument, kind: SignatoryKind): contract.Signatory[] {
  const { entries, people } = document;
  const { ordered, steps } = orderOf(document);
  const who = (uid: string): Person => people.get(uid) ?? { id: 0, uid, email: '', name: '', position: '' };
  return entries
    .filter((entry) => entry.kind === kind)
    .map((entry) => ({
      ...personAnswer(who(entry.uid)),
      accept: entry.acceptedAt !== null,
      acceptedAt: moment(entry.acceptedAt),
      acceptedBy: entry.acceptedBy === null ? null : asEditor(who(entry.acceptedBy)),
      declinedAt: moment(entry.declinedAt),
      reason: entry.reason,
      isWaiting: isWaiting(entry, entries, ordered, steps),
    }));
}

const personAnswer = ({ uid, email, name, position }: Person) => ({ uid, email, name, position });

const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function routeAnswer({ entries, route }: Pick<StoredDocument, 'entries' | 'route'>): contract.DocumentRoute {
  const { steps, version } = route ?? { steps: [], version: 0 };
  const turn = turnOf(entries, steps);
  return {
    version,
    steps: steps.map(({ title, mode, days }, place) => {
      const own = entries.filter(({ kind, step }) => kind === 'acceptor' && step === place + 1);
      const dueAt = own.find((entry) => entry.dueAt !== null)?.dueAt ?? null;
      return {
        ...{ title, mode, days },
        state: stateOfStep(own, place + 1, turn),
        people: own.map(({ uid }) => uid),
        dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
      };
    }),
  };
}

function stateOfStep(own: readonly Signatory[], number: number, turn: Turn): contract.StepState {
  if (own.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  if (turn === 'recipients') return 'done';
  if (turn === 'declined') return own.some(({ acceptedAt }) => acceptedAt !== null) ? 'done' : 'waiting';
  if (number === turn) return 'current';
  return number < turn ? 'done' : 'waiting';
}
