// Rules of the form of a document without input or output: what is typed, what is wrong with it, whether a save clears
// signatures and whom it asks. State is in form-store.ts.
import type { Document, Signatory, TemplateForForm } from '../../../contract/documents/documents.ts';
import { PLACEHOLDERS, SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../contract/fields/text.ts';
import { MARKDOWN_MAX, SCAN_REQUEST_MAX, SCANS_MAX, SIGNATORIES_MAX } from '../../../contract/limits.ts';
import { isPending, startsVersion } from '../../../rules/documents/signing.ts';
import { withPlainLineEnds } from '../markdown/merge.ts';
import type { Failure } from '../platform/http-client.ts';
import { fileCodes } from './document-files.ts';
import { type Signer, sameSigners } from './signatories.ts';

/** The typed part of a document; files are separate. */
export interface DocumentText {
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly Signer[];
  readonly recipient: readonly Signer[];
}

export const EMPTY_DOCUMENT: DocumentText = { title: '', description: '', acceptor: [], recipient: [] };

const signerOf = ({ uid, name, email, position }: Signatory): Signer => ({ uid, name, email, position });

export const textOfDocument = ({ title, description, acceptor, recipient }: Document): DocumentText => ({
  title,
  description: withPlainLineEnds(description),
  acceptor: acceptor.map(signerOf),
  recipient: recipient.map(signerOf),
});

const sameWords = (one: DocumentText, other: DocumentText): boolean =>
  tidyTitle(one.title) === tidyTitle(other.title) && one.description === other.description;

export const sameDocument = (one: DocumentText, other: DocumentText): boolean =>
  sameWords(one, other) &&
  one.title === other.title &&
  sameSigners(one.acceptor, other.acceptor) &&
  sameSigners(one.recipient, other.recipient);

/** The entries that signed, acknowledged or declined the present version. */
export const marksOf = ({ acceptor, recipient }: Document): readonly Signatory[] =>
  [...acceptor, ...recipient].filter((entry) => !isPending(entry));

/** Whether a save clears marks; `files`: how many are added or removed. The service decides itself. */
export const clearsMarks = (stored: Document | null, text: DocumentText, files: number): boolean =>
  stored !== null &&
  startsVersion(files > 0 || !sameWords(textOfDocument(stored), text), [...stored.acceptor, ...stored.recipient]);

export interface DocumentPlace {
  readonly directing: number;
  readonly task: number;
  readonly author: string;
}

interface FormExtras {
  /** Names of attached files to be removed. */
  readonly removed?: readonly string[];
  /** Replaces `{{контрагент}}` in a new document. */
  readonly counterparty?: string;
  /** The route names the acceptors. */
  readonly withoutAcceptors?: boolean;
  /** Names of files that wait at the server, and the draft that they wait with. */
  readonly waiting?: readonly string[];
  readonly draft?: string | null;
}

/** The form as the service reads it. Files are last, so that the fields are known before them. */
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

export interface Beginning {
  readonly text: DocumentText;
  readonly template: TemplateForForm | null;
}

export const isRouteFixed = (template: TemplateForForm | null): boolean => template?.isFixed === true;

/** The template; null: none is saved. */
export const offered = (template: TemplateForForm): TemplateForForm | null =>
  template.version === 0 ? null : template;

/** The initial text: a sample's without marks, files and routed acceptors, else that of the template. */
export function beginOf(template: TemplateForForm | null, sample: Document | null): DocumentText {
  if (sample) {
    const text = textOfDocument(sample);
    return sample.route || isRouteFixed(template) ? { ...text, acceptor: [] } : text;
  }
  if (!template) return EMPTY_DOCUMENT;
  const { title, text, recipients } = template;
  return { title, description: text, acceptor: [], recipient: recipients };
}

export const asksCounterparty = ({ title, description }: DocumentText): boolean =>
  `${title}\n${description}`.includes(PLACEHOLDERS.counterparty);

export interface SignatoryChange {
  readonly sign: readonly Signer[];
  readonly acknowledge: readonly Signer[];
  /** Whether acknowledgements wait until all have signed. */
  readonly inTurn: boolean;
}

interface Saved {
  /** Null for a new document. */
  readonly stored: Pick<Document, 'acceptor' | 'recipient'> | null;
  readonly ordered: boolean;
  /** Whether the save starts a new version, which clears all marks. */
  readonly clears: boolean;
}

/** The people whom a stored document asks now and later. */
export function waitedFor(document: Document): SignatoryChange {
  const pending = (entries: readonly Signatory[]) => entries.filter(isPending);
  const acknowledge = pending(document.recipient);
  const sign = pending(document.acceptor);
  return {
    // On a route only the present step is asked.
    sign: document.route ? sign.filter(({ isWaiting }) => !isWaiting) : sign,
    acknowledge,
    inTurn: acknowledge.some(({ isWaiting }) => isWaiting),
  };
}

/** Who will be asked after the save of a form: those listed whose answers are missing or cleared by the save. */
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

const FIELDS = ['directing', 'task', 'title', 'description', 'acceptor', 'recipient', 'counterparty', 'files'] as const;
type DocumentField = (typeof FIELDS)[number];

/** Codes of mistakes by field, of the API and of the form; '': none. */
export type DocumentErrors = Readonly<Record<DocumentField, string>>;

export const NO_ERRORS = Object.fromEntries(FIELDS.map((field) => [field, ''])) as DocumentErrors;

const documentCodes = {
  title: 'invalid title',
  longTitle: 'title too long',
  longText: 'description too long',
  count: 'too many files',
  total: 'files too large',
  person: 'person not chosen',
  people: 'too many people',
  counterparty: 'counterparty not given',
} as const;

export type FormCode = (typeof documentCodes)[keyof typeof documentCodes] | (typeof fileCodes)[keyof typeof fileCodes];

const PLACES: Readonly<Record<string, DocumentField>> = {
  'invalid directing id': 'directing',
  'invalid task id': 'task',
  'invalid title': 'title',
  'invalid description': 'description',
  'invalid acceptor uid': 'acceptor',
  'invalid recipient uid': 'recipient',
  'invalid counterparty': 'counterparty',
  'acceptors are set by the route': 'acceptor',
  'bad mime type': 'files',
};

/** The refusal of a save at its field; none for a refusal that concerns the whole form. */
export function placeOf({ kind, code }: Pick<Failure, 'kind' | 'code'>): DocumentErrors {
  const field = kind === 'refused' ? PLACES[code] : undefined;
  return field ? { ...NO_ERRORS, [field]: code } : NO_ERRORS;
}

interface ChosenFile {
  readonly file: Pick<File, 'size'>;
  readonly error: string;
}

/** Texts of the fields that search for people; a typed name that was not chosen is a mistake. */
type TypedPeople = Readonly<Record<SignatoryKind, string>>;

export const NO_PERSON_TYPED: TypedPeople = { acceptor: '', recipient: '' };

/** The mistakes without that of a name that was chosen or cleared since. */
export const withoutTyped = (errors: DocumentErrors, kind: SignatoryKind): DocumentErrors =>
  errors[kind] === documentCodes.person ? { ...errors, [kind]: '' } : errors;

type Lists = Readonly<Record<SignatoryKind, readonly unknown[]>>;

/** The mistakes of a form before it is sent; `attached`: number of attached files, `before`: the stored lists. */
export function mistakesOf(
  { title, description, ...lists }: DocumentText,
  files: readonly ChosenFile[],
  attached: number,
  typed: TypedPeople = NO_PERSON_TYPED,
  lacksCounterparty = false,
  before: Lists | null = null,
): DocumentErrors {
  const peopleCode = (kind: SignatoryKind) => {
    // A list that a route has made longer than the limit may stay so.
    if (lists[kind].length > Math.max(SIGNATORIES_MAX, before?.[kind].length ?? 0)) return documentCodes.people;
    return typed[kind].trim() === '' ? '' : documentCodes.person;
  };
  return {
    ...NO_ERRORS,
    acceptor: peopleCode('acceptor'),
    recipient: peopleCode('recipient'),
    title: titleCode(title),
    description: exceedsBytes(description, MARKDOWN_MAX) ? documentCodes.longText : '',
    counterparty: lacksCounterparty ? documentCodes.counterparty : '',
    files: filesCode(files, attached),
  };
}

function titleCode(title: string): string {
  const problem = titleProblem(tidyTitle(title));
  return problem === null ? '' : problem === 'blank' ? documentCodes.title : documentCodes.longTitle;
}

function filesCode(files: readonly ChosenFile[], attached: number): string {
  const wrong = files.map(({ error }) => error).filter((code) => code !== '');
  if (wrong.includes(fileCodes.type)) return fileCodes.type;
  if (wrong[0]) return wrong[0];
  if (files.length + attached > SCANS_MAX) return documentCodes.count;
  const together = files.reduce((sum, { file }) => sum + file.size, 0);
  return together > SCAN_REQUEST_MAX ? documentCodes.total : '';
}
