import type { Document, Signatory } from '../../../contract/documents/documents.ts';
import type { TemplateForForm } from '../../../contract/documents/templates.ts';
import { PLACEHOLDERS, SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { tidyTitle } from '../../../contract/fields/text.ts';
import { isPending, startsVersion } from '../../../rules/documents/signing.ts';
import { withPlainLineEnds } from '../markdown/merge.ts';
import { type Signer, sameSigners } from './signatories.ts';

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
  startsVersion(files > 0 || !sameWords(textOfDocument(stored), text), [...stored.acceptor, ...stored.recipient]);

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
  for (const kind of SIGNATORY_KINDS) {
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

/** What the form of a new document begins with. */
export interface Beginning {
  readonly text: DocumentText;
  readonly template: TemplateForForm | null;
}

/** Whether acceptors are the template's alone, so that the form has none of its own. */
export const isRouteFixed = (template: TemplateForForm | null): boolean => template?.isFixed === true;

/** What a template has to offer; null: it offers nothing. */
export const offered = (template: TemplateForForm): TemplateForForm | null =>
  template.version === 0 ? null : template;

/**
 * The beginning of a document: a sample's text and people, else those of the template. Acceptors of a sample stay away where the
 * template sets them, and marks and files do always.
 */
export function beginOf(template: TemplateForForm | null, sample: Document | null): DocumentText {
  if (sample) {
    const text = textOfDocument(sample);
    return sample.route || isRouteFixed(template) ? { ...text, acceptor: [] } : text;
  }
  if (!template) return EMPTY_DOCUMENT;
  const { title, text, recipients } = template;
  return { title, description: text, acceptor: [], recipient: recipients };
}

/** Whether texts ask with whom the document is made. */
export const asksCounterparty = ({ title, description }: DocumentText): boolean =>
  `${title}\n${description}`.includes(PLACEHOLDERS.counterparty);

/** Whom a document asks once it is saved. */
export interface SignatoryChange {
  readonly sign: readonly Signer[];
  readonly acknowledge: readonly Signer[];
  /** Whether those who are to acknowledge wait until everybody has signed. */
  readonly inTurn: boolean;
}

interface Saved {
  /** Null for a new document. */
  readonly stored: Pick<Document, 'acceptor' | 'recipient'> | null;
  readonly ordered: boolean;
  /** Whether the save starts a new version, which takes all marks away. */
  readonly clears: boolean;
}

/** Whom a document as it stands asks, and whom it will ask. */
export function waitedFor(document: Document): SignatoryChange {
  const pending = (entries: readonly Signatory[]) => entries.filter(isPending);
  const acknowledge = pending(document.recipient);
  const sign = pending(document.acceptor);
  return {
    // On a route the present step alone is asked.
    sign: document.route ? sign.filter(({ isWaiting }) => !isWaiting) : sign,
    acknowledge,
    inTurn: acknowledge.some(({ isWaiting }) => isWaiting),
  };
}

/** Who will be asked after the save of a form: those listed but for whoever has answered and need not answer again. */
export function signatoriesAfter(
  { acceptor, recipient }: Pick<DocumentText, 'acceptor' | 'recipient'>,
  { stored, ordered, clears }: Saved,
): SignatoryChange {
  const markOf = (entries: readonly Signatory[] | undefined, { uid }: Signer): Signatory | undefined =>
    clears ? undefined : entries?.find((entry) => entry.uid === uid && !isPending(entry));
  const unsigned = acceptor.filter((person) => !markOf(stored?.acceptor, person)?.accept);
  return {
    sign: acceptor.filter((person) => !markOf(stored?.acceptor, person)),
    acknowledge: recipient.filter((person) => !markOf(stored?.recipient, person)),
    inTurn: ordered && unsigned.length > 0,
  };
}
