import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type {
  Document,
  DocumentSnapshot,
  Signatory as SignatoryAnswer,
} from '../../../../contract/docflow.ts';
import type { OwnLinks } from '../attachments/links.ts';
import { orderOf, type StoredDocument } from './document.ts';
import { asEditor, type Person } from './person.ts';
import { routeAnswer } from './route-answer.ts';
import { isWaiting, stateOf } from './signatory-rules.ts';

/** A document as the API shows it. */
export const documentAnswer = (document: StoredDocument, links: OwnLinks): Document => ({
  id: document.id,
  num: document.num,
  title: document.title,
  description: document.description,
  directing: document.directing,
  task: document.task,
  author: personAnswer(document.author),
  files: document.files.map(({ originalName, fileName, type, size }) => ({
    originalName,
    fileName,
    url: links.to(fileName),
    type,
    size,
  })),
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

/** A document as the history keeps it: its description by the place where that is kept, its files without links. */
export type KeptSnapshot = Omit<DocumentSnapshot, 'description' | 'files'> & {
  readonly textId: number;
  readonly files: readonly Omit<DocumentSnapshot['files'][number], 'url'>[];
};

/** What the history keeps of a document. */
export const snapshotOf = (document: StoredDocument): KeptSnapshot => ({
  title: document.title,
  textId: document.textId,
  version: document.version,
  hash: document.hash,
  files: document.files.map(({ originalName, fileName, sha256 }) => ({ originalName, fileName, sha256 })),
  acceptor: signatories(document, 'acceptor'),
  recipient: signatories(document, 'recipient'),
});

/** The people of one list, in their order. */
function signatories(document: StoredDocument, kind: SignatoryKind): SignatoryAnswer[] {
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
