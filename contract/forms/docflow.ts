import { commentAnswers, commentKind, commentText, mentions } from '../fields/comment.ts';
import { counterparty } from '../fields/counterparty.ts';
import { insteadOf, reason } from '../fields/decision.ts';
import { draftEtag, draftId, draftText, draftTitle } from '../fields/draft.ts';
import { type Form, ifGiven, ifSent } from '../fields/field.ts';
import { fileName } from '../fields/file-name.ts';
import { documentOfDraft, idOf } from '../fields/id.ts';
import { listFilter } from '../fields/list-filter.ts';
import { listed } from '../fields/listed.ts';
import { markup } from '../fields/markup.ts';
import { removedFiles } from '../fields/removed-files.ts';
import { isDefaultView } from '../fields/switch.ts';
import { title } from '../fields/title.ts';
import { waitingFiles } from '../fields/waiting-files.ts';
import { MARKDOWN_MAX } from '../limits.ts';

/** Direction and type of a new document. */
export const PAIR_FORM = { directingId: idOf('directing'), taskId: idOf('task') } satisfies Form;
/** A document without its files. A description that is not sent stays. */
export const DOCUMENT_FORM = {
  title,
  description: ifGiven(markup('invalid description', MARKDOWN_MAX)),
  acceptor: listed('acceptor'),
  recipient: listed('recipient'),
} satisfies Form;
/** What an edit takes off besides. */
export const REMOVED_FORM = { removed: removedFiles } satisfies Form;
/** What waits at the server and becomes part of a document by a save. */
export const WAITING_FORM = { waiting: waitingFiles, draft: draftId } satisfies Form;
export const CHANGED_DOCUMENT_FORM = { ...DOCUMENT_FORM, ...REMOVED_FORM, ...WAITING_FORM } satisfies Form;
/** What a template asks besides. */
export const TEMPLATE_FIELDS = { counterparty } satisfies Form;
export const NEW_DOCUMENT_FORM = {
  ...PAIR_FORM,
  ...DOCUMENT_FORM,
  ...TEMPLATE_FIELDS,
  ...WAITING_FORM,
} satisfies Form;
/** PUT /docflow/drafts/{id}: what is typed about a document, as it stands. */
export const DRAFT_FORM = {
  documentId: documentOfDraft,
  ...PAIR_FORM,
  title: draftTitle,
  description: draftText,
  acceptor: listed('acceptor'),
  recipient: listed('recipient'),
  etag: draftEtag,
} satisfies Form;
/** Takes one file away. */
export const FILE_FORM = { fileName } satisfies Form;

/** PATCH /docflow/accepting/{id} and /recipienting/{id}. */
export const ACCEPT_FORM = { insteadOf } satisfies Form;

/** PATCH /docflow/declining/{id}: acceptors only. */
export const DECLINE_FORM = { insteadOf, reason } satisfies Form;

/** POST /docflow/{id}/comment; its files are called as those of a document. */
export const COMMENT_FORM = {
  text: commentText,
  kind: commentKind,
  answers: commentAnswers,
  mentions,
} satisfies Form;

/** A view that somebody keeps of the list, and what is changed of one. */
export const VIEW_FORM = { title, filter: listFilter, isDefault: isDefaultView } satisfies Form;
export const CHANGED_VIEW_FORM = {
  title: ifSent(title),
  filter: ifSent(listFilter),
  isDefault: isDefaultView,
} satisfies Form;
