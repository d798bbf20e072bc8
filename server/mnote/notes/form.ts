import { NOTE_MESSAGE_MAX } from '../../../contract/limits.ts';
import { badRequest, tooLarge } from '../../http/errors.ts';
import { readMarkup } from '../../text/markup.ts';
import { cleanTitle } from '../../text/title.ts';
import { readPublished } from './rules.ts';

/** The fields of a slide's form, checked; undefined: not sent. */
export interface NoteForm {
  readonly title: string | undefined;
  readonly message: string | undefined;
  readonly isPublic: boolean | undefined;
}

/** Checks the fields of a form; throws 400 `invalid title`, `invalid message`, `invalid isPublic`, 413. */
export function readNoteForm(fields: Readonly<Record<string, unknown>>, isMultipart: boolean): NoteForm {
  const title = fields.title === undefined ? undefined : cleanTitle(fields.title);
  if (title === null) throw badRequest('invalid title');
  const message = fields.message === undefined ? undefined : messageOf(fields.message, isMultipart);
  const isPublic = readPublished(fields.isPublic);
  if (isPublic === null) throw badRequest('invalid isPublic');
  return { title, message, isPublic };
}

function messageOf(value: unknown, isMultipart: boolean): string {
  const read = readMarkup(value, isMultipart, NOTE_MESSAGE_MAX);
  if ('text' in read) return read.text;
  throw read.problem === 'too large' ? tooLarge() : badRequest('invalid message');
}
