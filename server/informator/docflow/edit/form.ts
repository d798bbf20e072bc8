import type { SignatoryKind } from '../../../../contract/decisions.ts';
import { SIGNATORIES_MAX } from '../../../../contract/limits.ts';
import { badRequest, tooLarge } from '../../../http/errors.ts';
import { readMarkup } from '../../../text/markup.ts';
import { cleanTitle } from '../../../text/title.ts';

/** The fields of a document's form, checked, without the people it lists. */
export interface DocumentForm {
  readonly title: string;
  /** undefined: not sent. */
  readonly description: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Checks title and description; throws 400 `invalid title`, `invalid description`, 413. */
export function readDocumentForm(fields: Fields, isMultipart: boolean): DocumentForm {
  const title = readTitle(fields.title);
  if (title === null) throw badRequest('invalid title');
  if (fields.description === undefined || fields.description === null) {
    return { title, description: undefined };
  }
  const read = readMarkup(fields.description, isMultipart);
  if ('text' in read) return { title, description: read.text };
  throw read.problem === 'too large' ? tooLarge() : badRequest('invalid description');
}

/** An id of a form; throws 400 `invalid <entity> id`. */
export function readFormId(value: unknown, entity: 'directing' | 'task'): number {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw badRequest(`invalid ${entity} id`);
  return id;
}

/** Whom a form lists: names of the fields are uids, their values say nothing. Throws 400 `invalid <kind> uid`, 413. */
export function readListed(fields: Fields, kind: SignatoryKind): string[] {
  const value = fields[kind];
  if (value === undefined || value === null || value === '') return [];
  if (typeof value !== 'object') throw invalidUid(kind);
  const uids: unknown[] = Array.isArray(value) ? value : Object.keys(value);
  const listed = new Set<string>();
  for (const uid of uids) {
    if (typeof uid !== 'string' || !UID.test(uid)) throw invalidUid(kind);
    listed.add(uid);
  }
  if (listed.size > SIGNATORIES_MAX) throw tooLarge();
  return [...listed];
}

/** 400: nobody who could be listed has this uid. */
export const invalidUid = (kind: SignatoryKind) => badRequest(`invalid ${kind} uid`);

/** Whatever an account may be called; no database is asked for anything else. */
const UID = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** A NUL is nothing that anybody types into a title. */
const readTitle = (value: unknown): string | null =>
  typeof value === 'string' && value.includes('\0') ? null : cleanTitle(value);
