import { USER_SEARCH_DEFAULT, USER_SEARCH_MAX } from '../../../../contract/limits.ts';
import { foldSearch } from '../../../text/fold-search.ts';

/** What a user is found by besides his position, folded. */
export const searchTextOf = (user: { name: string | null; email: string }): string =>
  foldSearch(`${user.name ?? ''} ${user.email}`);

/** How many users to answer with: a number out of range is no number. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return limit >= 1 && limit <= USER_SEARCH_MAX ? limit : USER_SEARCH_DEFAULT;
}
