import { readField } from '../../../contract/fields/field.ts';
import { NOTE_PAGE_MAX, NOTE_PAGE_SIZE } from '../../../contract/limits.ts';
import { NOTE_FORM } from '../../../contract/mnote.ts';

/**
 * Whether a changed slide is published. A form of a browser does not send a box that is not ticked, so a form with
 * title and message, which is the whole of it, unpublishes without the box; a change of a part leaves it as it was.
 */
export function publishedAfter(
  before: boolean,
  sent: { title?: unknown; message?: unknown; isPublic: boolean | undefined },
): boolean {
  if (sent.isPublic !== undefined) return sent.isPublic;
  return sent.title !== undefined && sent.message !== undefined ? false : before;
}

/** Whether a query asks for published slides only. */
export const asksForPublished = (isPublic: string | undefined): boolean =>
  isPublic !== undefined && readField(NOTE_FORM.isPublic, isPublic) !== false;

/** How many slides to answer with: at most NOTE_PAGE_MAX; NOTE_PAGE_SIZE when no number is asked for. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return limit === 0 ? NOTE_PAGE_SIZE : Math.min(limit, NOTE_PAGE_MAX);
}

/** The number of a version in an address; 0 when it is none. */
export const readVersion = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** An id in an address; null when it is none. */
export function readId(text: string): number | null {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : null;
}
