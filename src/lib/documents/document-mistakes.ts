import type { SignatoryKind } from '../../../contract/documents/words.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../contract/fields/text.ts';
import { MARKDOWN_MAX, SCAN_REQUEST_MAX, SCANS_MAX, SIGNATORIES_MAX } from '../../../contract/limits.ts';
import type { Failure } from '../platform/http-client.ts';
import type { DocumentText } from './document-change.ts';
import { fileCodes } from './document-files.ts';

/** Fields of the form that a mistake may stand at. */
type DocumentField =
  | 'directing'
  | 'task'
  | 'title'
  | 'description'
  | 'acceptor'
  | 'recipient'
  | 'counterparty'
  | 'files';

/** Mistakes by field, as codes of the API and of the form; '' where there is none. */
export type DocumentErrors = Readonly<Record<DocumentField, string>>;

export const NO_ERRORS: DocumentErrors = {
  directing: '',
  task: '',
  title: '',
  description: '',
  acceptor: '',
  recipient: '',
  counterparty: '',
  files: '',
};

/** Codes of the form, those of the API among them. */
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

/** What the form tells of by itself, in the manner of the API. */
export type FormCode = (typeof documentCodes)[keyof typeof documentCodes] | (typeof fileCodes)[keyof typeof fileCodes];

/** Where a refusal of the API belongs. */
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

/** The refusal of a save at its field; one that no field knows stays with the whole form. */
export function placeOf({ kind, code }: Pick<Failure, 'kind' | 'code'>): DocumentErrors {
  const field = kind === 'refused' ? PLACES[code] : undefined;
  return field ? { ...NO_ERRORS, [field]: code } : NO_ERRORS;
}

interface ChosenFile {
  readonly file: Pick<File, 'size'>;
  readonly error: string;
}

/** What stands in the fields where people are looked for: a name that was typed and not chosen asks nobody. */
type TypedPeople = Readonly<Record<SignatoryKind, string>>;

export const NO_PERSON_TYPED: TypedPeople = { acceptor: '', recipient: '' };

const personCode = (typed: string): string => (typed.trim() === '' ? '' : documentCodes.person);

/** The mistakes without that of a name which has been chosen, or wiped out, since. */
export const withoutTyped = (errors: DocumentErrors, kind: SignatoryKind): DocumentErrors =>
  errors[kind] === documentCodes.person ? { ...errors, [kind]: '' } : errors;

type Lists = Readonly<Record<SignatoryKind, readonly unknown[]>>;

/** A list that a route has made longer may stay as long. */
const isTooLong = (kind: SignatoryKind, lists: Lists, before: Lists | null): boolean =>
  lists[kind].length > Math.max(SIGNATORIES_MAX, before?.[kind].length ?? 0);

/** What is wrong before anything is sent; `attached` is the number of files that the document has, `before` whom it lists. */
export function mistakesOf(
  { title, description, ...lists }: DocumentText,
  files: readonly ChosenFile[],
  attached: number,
  typed: TypedPeople = NO_PERSON_TYPED,
  lacksCounterparty = false,
  before: Lists | null = null,
): DocumentErrors {
  const peopleCode = (kind: SignatoryKind) =>
    isTooLong(kind, lists, before) ? documentCodes.people : personCode(typed[kind]);
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
