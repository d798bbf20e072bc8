import { NAME_MAX, USER_SEARCH_DEFAULT, USER_SEARCH_MAX } from '../../../../contract/limits.ts';
import { foldSearch } from '../../../text/fold-search.ts';
import { isLegible } from '../../../text/unseen.ts';

/** What `readName` gives for what cannot be a name. */
export const INVALID = Symbol('invalid');

/** A name as it stands in a form: null clears it, undefined leaves it. */
export function readName(value: unknown): string | null | undefined | typeof INVALID {
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') return INVALID;
  const name = value.toWellFormed().normalize('NFC').trim();
  // A line break in a name would become a header of its own in a mail, and nobody is to pass for somebody else.
  if (!isLegible(name) || [...name].length > NAME_MAX) return INVALID;
  return name === '' ? null : name;
}

/** What a user is found by besides his position, folded. */
export const searchTextOf = (user: { name: string | null; email: string }): string =>
  foldSearch(`${user.name ?? ''} ${user.email}`);

/** How many users to answer with: a number out of range is no number. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return limit >= 1 && limit <= USER_SEARCH_MAX ? limit : USER_SEARCH_DEFAULT;
}
