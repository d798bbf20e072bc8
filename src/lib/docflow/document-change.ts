import type { Document, Signatory } from '../../../contract/docflow.ts';
import { tidyTitle } from '../../../contract/fields/title.ts';
import { isPending, startsVersion } from '../../../rules/signatories.ts';
import { withPlainLineEnds } from '../editing/line-ends.ts';
import { type Signer, sameSigners } from './signatory-list.ts';

/** What is typed about a document; its files are apart. */
export interface DocumentText {
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly Signer[];
  readonly recipient: readonly Signer[];
}

export const EMPTY_DOCUMENT: DocumentText = { title: '', description: '', acceptor: [], recipient: [] };

const signerOf = ({ uid, name, email, position }: Signatory): Signer => ({ uid, name, email, position });

/** What the form begins with for a document that is there already. */
export const textOfDocument = ({ title, description, acceptor, recipient }: Document): DocumentText => ({
  title,
  description: withPlainLineEnds(description),
  acceptor: acceptor.map(signerOf),
  recipient: recipient.map(signerOf),
});

const sameWords = (one: DocumentText, other: DocumentText): boolean =>
  tidyTitle(one.title) === tidyTitle(other.title) && one.description === other.description;

/** Whether two states of a form say the same. */
export const sameDocument = (one: DocumentText, other: DocumentText): boolean =>
  sameWords(one, other) &&
  one.title === other.title &&
  sameSigners(one.acceptor, other.acceptor) &&
  sameSigners(one.recipient, other.recipient);

/** Everybody who has signed, acknowledged or declined the present version. */
export const marksOf = ({ acceptor, recipient }: Document): readonly Signatory[] =>
  [...acceptor, ...recipient].filter((entry) => !isPending(entry));

/** Whether a save clears marks; `files` is how many come or go. The service decides again. */
export const clearsMarks = (stored: Document | null, text: DocumentText, files: number): boolean =>
  stored !== null &&
  startsVersion(files > 0 || !sameWords(textOfDocument(stored), text), [
    ...stored.acceptor,
    ...stored.recipient,
  ]);

/** What a document belongs to and who makes it. */
export interface DocumentPlace {
  readonly directing: number;
  readonly task: number;
  readonly author: string;
}

/** What goes with a form besides. */
interface FormExtras {
  /** Names of attached files to be taken off. */
  readonly removed?: readonly string[];
  /** Stands in the place of `{{контрагент}}` of a new document. */
  readonly counterparty?: string;
  /** The route names them. */
  readonly withoutAcceptors?: boolean;
  /** Names of files that wait at the server, and the draft that they wait with. */
  readonly waiting?: readonly string[];
  readonly draft?: string | null;
}

/** The form that the service reads. Files stand last, so that its fields are known before them. */
export function documentForm(
  text: DocumentText,
  { directing, task, author }: DocumentPlace,
  files: readonly File[],
  stored: Document | null,
  { removed = [], counterparty = '', withoutAcceptors = false, waiting = [], draft = null }: FormExtras = {},
): FormData {
  const form = new FormData();
  form.set('title', text.title.trim());
  form.set('description', text.description);
  form.set('directingId', String(directing));
  form.set('taskId', String(task));
  form.set('author', author);
  if (counterparty !== '') form.set('counterparty', counterparty);
  for (const kind of ['acceptor', 'recipient'] as const) {
    if (kind === 'acceptor' && withoutAcceptors) continue;
    const accepted = new Set(stored?.[kind].filter(({ accept }) => accept).map(({ uid }) => uid));
    for (const { uid } of text[kind]) form.set(`${kind}[${uid}]`, accepted.has(uid) ? 'on' : '');
  }
  for (const fileName of removed) form.set(`removed[${fileName}]`, '');
  for (const fileName of waiting) form.set(`waiting[${fileName}]`, '');
  if (draft !== null) form.set('draft', draft);
  for (const file of files) form.append('scans', file, file.name);
  return form;
}
