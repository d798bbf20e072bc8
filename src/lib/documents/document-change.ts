// Rules of the form of a document without input or output: what is typed, what is wrong with it, whether a save clears
// signatures. Whom it asks is in form-forecast.ts, state in form-store.ts.
import type { Document, Signatory, TemplateForForm } from '../../../contract/documents/documents.ts';
import { PLACEHOLDERS, SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../contract/fields/text.ts';
import {
  COUNTERPARTY_MAX,
  MARKDOWN_MAX,
  SCAN_REQUEST_MAX,
  SCANS_MAX,
  SIGNATORIES_MAX,
} from '../../../contract/limits.ts';
import { unknownPlaceholders } from '../../../rules/documents/placeholders.ts';
import { isPending, startsVersion } from '../../../rules/documents/signing.ts';
import { withPlainLineEnds } from '../markdown/merge.ts';
import type { Failure } from '../platform/http-client.ts';
import { appendFiles, fileCodes } from './document-files.ts';
import { type Signer, sameSigners, signerOf } from './signatories.ts';

/** The typed part of a document; files are separate. */
export interface DocumentText {
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly Signer[];
  readonly recipient: readonly Signer[];
}

export const EMPTY_DOCUMENT: DocumentText = { title: '', description: '', acceptor: [], recipient: [] };

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
  /** Whether the template names the acceptors of a new document. */
  readonly isRouted?: boolean;
  /** Names of files that wait at the server, and the draft that they wait with. */
  readonly waiting?: readonly string[];
  /** Names of attachments of a sample that the document gets copies of. */
  readonly copied?: readonly string[];
  readonly draft?: string | null;
}

/** The form as the service reads it. Files are last, so that the fields are known before them. */
export function documentForm(
  text: DocumentText,
  { directing, task, author }: DocumentPlace,
  files: readonly File[],
  stored: Document | null,
  { removed = [], counterparty = '', isRouted = false, waiting = [], copied = [], draft = null }: FormExtras = {},
): FormData {
  const form = new FormData();
  form.set('title', text.title.trim());
  form.set('description', text.description);
  form.set('directingId', String(directing));
  form.set('taskId', String(task));
  form.set('author', author);
  if (counterparty !== '') form.set('counterparty', counterparty);
  for (const kind of SIGNATORY_KINDS) {
    if (kind === 'acceptor' && (isRouted || keepsRoute(stored, text))) continue;
    const accepted = new Set(stored?.[kind].filter(({ accept }) => accept).map(({ uid }) => uid));
    for (const { uid } of text[kind]) form.set(`${kind}[${uid}]`, accepted.has(uid) ? 'on' : '');
  }
  for (const fileName of removed) form.set(`removed[${fileName}]`, '');
  for (const fileName of waiting) form.set(`waiting[${fileName}]`, '');
  for (const fileName of copied) form.set(`copied[${fileName}]`, '');
  if (draft !== null) form.set('draft', draft);
  appendFiles(form, files);
  return form;
}

/** Whether a document keeps the acceptors of its route; otherwise some are replaced, each in their place. */
const keepsRoute = (stored: Document | null, { acceptor }: DocumentText): boolean =>
  stored?.route !== undefined && (acceptor.length !== stored.acceptor.length || sameSigners(stored.acceptor, acceptor));

export const isRouteFixed = (template: TemplateForForm | null): boolean => template?.isFixed === true;

/** The recipients whom a fixed route names, of a stored document or of a new one: the form keeps them listed. */
export const mandatedOf = (
  stored: Pick<Document, 'recipient' | 'route' | 'unable'> | null,
  template: TemplateForForm | null,
): readonly Signer[] => {
  if (!stored) return isRouteFixed(template) ? (template?.recipients ?? []) : [];
  const unable = new Set(stored.unable?.flatMap(({ kind, uid }) => (kind === 'recipient' ? [uid] : [])));
  const named = stored.route?.recipients ?? [];
  return stored.recipient.filter(({ uid }) => named.includes(uid) && !unable.has(uid)).map(signerOf);
};

/** The template; null: none is saved. */
export const offered = (template: TemplateForForm): TemplateForForm | null =>
  template.version === 0 ? null : template;

export const asksCounterparty = ({ title, description }: Pick<DocumentText, 'title' | 'description'>): boolean =>
  `${title}\n${description}`.includes(PLACEHOLDERS.counterparty);

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
  unfilled: 'placeholder not filled',
} as const;

export const hasMistakes = (errors: DocumentErrors): boolean => Object.values(errors).some((code) => code !== '');

/** Whether the form itself finds this mistake. */
const isOwnCode = (code: string): boolean => Object.values<string>(documentCodes).includes(code);

/** Shown mistakes without those that are right by now, or, of the service, whose field has changed since. */
export function withoutMended(
  shown: DocumentErrors,
  found: DocumentErrors,
  changed: (field: string) => boolean,
): DocumentErrors {
  const left = FIELDS.map((field) => {
    const isMended = isOwnCode(shown[field]) || changed(field);
    return [field, shown[field] !== '' && isMended ? found[field] : shown[field]];
  });
  return Object.fromEntries(left) as unknown as DocumentErrors;
}

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
  /** As typed; null: it is not asked for. */
  counterparty: string | null = null,
  before: Lists | null = null,
  /** Whether the texts come from a template: what it does not fill in is a mistake then. */
  isOfTemplate = false,
): DocumentErrors {
  const unfilledIn = (text: string) =>
    isOfTemplate && unknownPlaceholders(text).length > 0 ? documentCodes.unfilled : '';
  const peopleCode = (kind: SignatoryKind) => {
    // A list that a route has made longer than the limit may stay so.
    if (lists[kind].length > Math.max(SIGNATORIES_MAX, before?.[kind].length ?? 0)) return documentCodes.people;
    return typed[kind].trim() === '' ? '' : documentCodes.person;
  };
  return {
    ...NO_ERRORS,
    acceptor: peopleCode('acceptor'),
    recipient: peopleCode('recipient'),
    title: titleCode(title) || unfilledIn(title),
    description: exceedsBytes(description, MARKDOWN_MAX) ? documentCodes.longText : unfilledIn(description),
    counterparty: counterparty === null ? '' : counterpartyCode(counterparty.trim()),
    files: filesCode(files, attached),
  };
}

const counterpartyCode = (name: string): string =>
  name === '' ? documentCodes.counterparty : name.length > COUNTERPARTY_MAX ? 'invalid counterparty' : '';

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
