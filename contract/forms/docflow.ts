import { insteadOf, reason } from '../fields/decision.ts';
import { type Form, ifGiven } from '../fields/field.ts';
import { fileName } from '../fields/file-name.ts';
import { idOf } from '../fields/id.ts';
import { listed } from '../fields/listed.ts';
import { markup } from '../fields/markup.ts';
import { removedFiles } from '../fields/removed-files.ts';
import { title } from '../fields/title.ts';
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
export const CHANGED_DOCUMENT_FORM = { ...DOCUMENT_FORM, ...REMOVED_FORM } satisfies Form;
export const NEW_DOCUMENT_FORM = { ...PAIR_FORM, ...DOCUMENT_FORM } satisfies Form;
/** Takes one file away. */
export const FILE_FORM = { fileName } satisfies Form;

/** PATCH /docflow/accepting/{id} and /recipienting/{id}. */
export const ACCEPT_FORM = { insteadOf } satisfies Form;

/** PATCH /docflow/declining/{id}: acceptors only. */
export const DECLINE_FORM = { insteadOf, reason } satisfies Form;
