import { badRequest } from '../../http/errors.ts';
import { readId } from './rules.ts';

/** The id of a slide in an address; throws 400 in the words of the API. */
export function noteId(text: string): number {
  const id = readId(text);
  if (id === null) throw badRequest('invalid doc id');
  return id;
}
