// What users send about documents: a new or changed document, a draft, a decision, a comment, a saved view of a list.
import type { ApiError } from '../errors.ts';
import { asRecord, type Field, type Form, ifGiven, ifSent, isBlank, Refusal } from '../fields/field.ts';
import { exceedsBytes, fileName, markup, tidyTitle, title } from '../fields/text.ts';
import { documentOfDraft, idOf, isDefaultView, isUid, readJson } from '../fields/values.ts';
import * as limits from '../limits.ts';
import { COMMENT_KINDS, type CommentKind, LIST_FILTERS, type ListFilterName, type SignatoryKind } from './words.ts';

/** Texts of a form: the names of its boxes, whose values are ignored; JSON may send a list. */
function readNames(
  value: unknown,
  error: ApiError,
  most: number,
  isName = (name: unknown): name is string => typeof name === 'string',
): readonly string[] | Refusal {
  if (isBlank(value)) return [];
  if (typeof value !== 'object') return new Refusal(error);
  const sent: unknown[] = Array.isArray(value) ? value : Object.keys(value);
  if (!sent.every(isName)) return new Refusal(error);
  const names = new Set(sent);
  return names.size > most ? new Refusal('request entity too large') : [...names];
}

/** The uids that one of the lists of a document names. */
const listed = (kind: SignatoryKind): Field<readonly string[]> => ({
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Who is asked, at most ${limits.SIGNATORIES_MAX}, or as many as a route has put there: boxes \`${kind}[uid]\`, ` +
      'whatever their texts, or a list of uids; empty for nobody',
    examples: [{ '0191f3c6-2f0a-7a52-9c1e-5d7b1f2a3b4c': 'on' }],
  },
  read: (value) => readNames(value, `invalid ${kind} uid`, limits.ROUTE_PEOPLE_MAX, isUid),
});

/** Names that the document does not have (any more) change nothing. */
const removedFiles: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      'Attached files to take off, by `fileName`: boxes `removed[fileName]`, whatever their texts, or a list',
    examples: [['4f1c9a52-scan.pdf']],
  },
  read: (value) => {
    const texts = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : value;
    return readNames(typeof value === 'string' && value !== '' ? [value] : texts, 'invalid body', limits.SCANS_MAX);
  },
};

/** What follows of the name of a sent file is not needed to recognize it. */
const SENT_NAME_MAX = 1_000;

/** Names of sent files that no form of a browser changes: it writes a quotation mark in a file name as `%22`. */
const sentNames: Field<readonly string[]> = {
  schema: {
    type: ['string', 'number', 'boolean', 'object', 'array', 'null'],
    description:
      'Names of the files `scans` in their order as a JSON list in a text, where they have signs that a multipart form ' +
      'changes; anything else is ignored',
    examples: ['["Акт \\"А\\" 50%22.pdf"]'],
  },
  read: (value) => {
    const most = limits.SCANS_MAX * SENT_NAME_MAX;
    if (typeof value !== 'string' || value === '' || value.length > most) return [];
    const names = readJson(value);
    return Array.isArray(names) && names.every((name) => typeof name === 'string')
      ? names.slice(0, limits.SCANS_MAX).map((name) => name.slice(0, SENT_NAME_MAX))
      : [];
  },
};

/** Files that wait at the server and are attached by a save. */
const waitingFiles: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Own waiting files to attach, by \`fileName\`, at most ${limits.SCANS_MAX}: boxes \`waiting[fileName]\`, whatever their ` +
      'texts, or a list',
    examples: [['4f1c9a52d0a94c7d8f6b1f2a3b4c5d6e.pdf']],
  },
  read: (value) => readNames(value, 'invalid waiting files', limits.SCANS_MAX),
};

/** Attachments of other documents that this one gets copies of. */
const copiedFiles: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description:
      `Attachments of documents that the caller sees, to be copied into this one, by \`fileName\`, at most ` +
      `${limits.SCANS_MAX}: boxes \`copied[fileName]\`, whatever their texts, or a list`,
    examples: [['4f1c9a52d0a94c7d8f6b1f2a3b4c5d6e.pdf']],
  },
  read: waitingFiles.read,
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is the name of a draft: a UUID that its form has made. */
export const isDraftId = (text: unknown): text is string => typeof text === 'string' && ID.test(text);

/** The draft that a save makes a document of; null for none. */
const draftId: Field<string | null> = {
  schema: {
    type: ['string', 'null'],
    description: 'An own draft, which the save brings to its end',
    examples: ['0b0f5c86-5a0f-4a53-9d2c-6a1f2b3c4d5e'],
  },
  read: (value) => (isBlank(value) ? null : isDraftId(value) ? value : new Refusal('invalid draft id')),
};

/** As typed: the rules for saved documents do not apply. */
const typedText = (description: string, fits: (text: string) => boolean): Field<string> => ({
  schema: { type: ['string', 'null'], description },
  read: (value) => {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' && fits(value) ? value : new Refusal('invalid draft');
  },
});

/** Longer than a saved title may be, so that it can be shortened on another device. */
const TYPED_TITLE_MAX = 10 * limits.TITLE_MAX;

const draftTitle = typedText(
  `As typed, at most ${TYPED_TITLE_MAX} characters`,
  (text) => text.length <= TYPED_TITLE_MAX,
);
const draftText = typedText(
  `As typed, at most ${limits.MARKDOWN_MAX} bytes of UTF-8`,
  (text) => !exceedsBytes(text, limits.MARKDOWN_MAX),
);

/** The state of the document that the typing began from. */
const draftEtag: Field<string | null> = {
  schema: { type: ['string', 'null'], description: 'Entity tag of the document that the typing began from' },
  read: (value) => {
    if (value === undefined || value === null) return null;
    return typeof value === 'string' && value.length <= 200 ? value : new Refusal('invalid draft');
  },
};

const counterparty: Field<string> = {
  schema: {
    type: ['string', 'null'],
    description: `Stands in the place of {{контрагент}}, at most ${limits.COUNTERPARTY_MAX} characters`,
    examples: ['ООО «Ромашка»'],
  },
  read: (value) => {
    if (value === undefined || value === null) return '';
    const name = typeof value === 'string' && !value.includes('\0') ? tidyTitle(value) : null;
    return name === null || name.length > limits.COUNTERPARTY_MAX ? new Refusal('invalid counterparty') : name;
  },
};

/** Whether a text says something that can be seen. */
export const saysSomething = (text: string): boolean => /[^\s\p{C}]/u.test(text);

const reason: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description: `1 to ${limits.DECLINE_REASON_MAX} characters, one of them to be seen`,
    examples: ['Не указан срок поставки'],
  },
  read: (value) => {
    const said = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
    return saysSomething(said) && [...said].length <= limits.DECLINE_REASON_MAX ? said : new Refusal('invalid reason');
  },
};

/** The signatory for whom the caller decides; null: the caller. */
const insteadOf: Field<string | null> = {
  schema: { type: ['string', 'null'], description: 'uid of the person whom the caller substitutes' },
  read: (value) => {
    if (isBlank(value)) return null;
    return typeof value === 'string' ? value : new Refusal('user do not have to sign this document');
  },
};

const anyMarkup = markup('invalid comment', limits.COMMENT_MAX);

const commentText: Field<string> = {
  schema: { ...anyMarkup.schema, minLength: 1, examples: ['Почему срок *три дня*?'] },
  read: (value, sent) => {
    const text = anyMarkup.read(value, sent);
    return text instanceof Refusal || saysSomething(text) ? text : new Refusal('invalid comment');
  },
};

const commentKind: Field<CommentKind> = {
  schema: { enum: [...COMMENT_KINDS, '', null], description: 'comment when it is left out' },
  read: (value) => {
    if (isBlank(value)) return 'comment';
    return COMMENT_KINDS.find((kind) => kind === value) ?? new Refusal('invalid comment kind');
  },
};

/** The question that an answer is to; null where none is named. */
const commentAnswers: Field<number | null> = {
  schema: { type: ['integer', 'string', 'null'], description: 'id of the question that an answer is to' },
  read: (value) => {
    if (isBlank(value)) return null;
    const isId = (typeof value === 'number' || typeof value === 'string') && /^\d{1,15}$/.test(String(value));
    return (isId && Number(value)) || new Refusal('comment not found');
  },
};

const mentions: Field<readonly string[]> = {
  schema: {
    type: ['object', 'array', 'string', 'null'],
    description: `Who is named and told of it, at most ${limits.COMMENT_MENTIONS_MAX}: boxes \`mentions[uid]\`, or a list of uids`,
  },
  read: (value) => readNames(value, 'invalid mention uid', limits.COMMENT_MENTIONS_MAX, isUid),
};

const VALUE_MAX = 200;

type ListFilterTexts = Readonly<Partial<Record<ListFilterName, string>>>;

/** A filter of a list of documents as it is kept: what a list knows of it, without what is empty. */
const listFilter: Field<ListFilterTexts> = {
  schema: {
    type: 'object',
    description: `Texts as in the address of a list: ${LIST_FILTERS.join(', ')}`,
    examples: [{ acceptor: '0', state: 'pending', sort: '-saved' }],
  },
  read: (value) => {
    const refusal = new Refusal('invalid filter');
    const given = asRecord(value);
    if (!given) return refusal;
    const kept: [ListFilterName, string][] = [];
    for (const name of LIST_FILTERS) {
      const one = Object.hasOwn(given, name) ? given[name] : undefined;
      if (isBlank(one)) continue;
      if (typeof one !== 'string' && typeof one !== 'number') return refusal;
      const text = String(one).trim();
      if (text.length > VALUE_MAX || /\p{Cc}/u.test(text)) return refusal;
      if (text !== '') kept.push([name, text]);
    }
    return Object.fromEntries(kept);
  },
};

export const PAIR_FORM = { directingId: idOf('directing'), taskId: idOf('task') } satisfies Form;
/** A document without its files. A description that is not sent stays. */
export const DOCUMENT_FORM = {
  title,
  description: ifGiven(markup('invalid description', limits.MARKDOWN_MAX)),
  acceptor: listed('acceptor'),
  recipient: listed('recipient'),
} satisfies Form;
export const NAMES_FORM = { names: sentNames } satisfies Form;
export const REMOVED_FORM = { removed: removedFiles } satisfies Form;
export const WAITING_FORM = { waiting: waitingFiles, draft: draftId } satisfies Form;
export const COPIED_FORM = { copied: copiedFiles } satisfies Form;
export const CHANGED_DOCUMENT_FORM = {
  ...DOCUMENT_FORM,
  ...NAMES_FORM,
  ...REMOVED_FORM,
  ...WAITING_FORM,
  ...COPIED_FORM,
} satisfies Form;
export const TEMPLATE_FIELDS = { counterparty } satisfies Form;
export const NEW_DOCUMENT_FORM = {
  ...PAIR_FORM,
  ...DOCUMENT_FORM,
  ...NAMES_FORM,
  ...TEMPLATE_FIELDS,
  ...WAITING_FORM,
  ...COPIED_FORM,
} satisfies Form;
export const DRAFT_FORM = {
  documentId: documentOfDraft,
  ...PAIR_FORM,
  title: draftTitle,
  description: draftText,
  acceptor: listed('acceptor'),
  recipient: listed('recipient'),
  etag: draftEtag,
} satisfies Form;
export const FILE_FORM = { fileName } satisfies Form;

/** The person to remind; null: everyone. */
const reminded: Field<string | null> = {
  schema: { type: ['string', 'null'], description: 'uid of the person to remind; everyone without it' },
  read: (value) => (isBlank(value) ? null : isUid(value) ? value : new Refusal('invalid uid')),
};

export const REMIND_FORM = { person: reminded } satisfies Form;

export const ACCEPT_FORM = { insteadOf } satisfies Form;

export const WITHDRAW_FORM = { insteadOf } satisfies Form;

export const CANCEL_FORM = { reason } satisfies Form;

export const DECLINE_FORM = { insteadOf, reason } satisfies Form;

export const COMMENT_FORM = {
  text: commentText,
  kind: commentKind,
  answers: commentAnswers,
  mentions,
  names: sentNames,
} satisfies Form;

export const VIEW_FORM = { title, filter: listFilter, isDefault: isDefaultView } satisfies Form;
export const CHANGED_VIEW_FORM = {
  title: ifSent(title),
  filter: ifSent(listFilter),
  isDefault: isDefaultView,
} satisfies Form;
