// The types of the documents that the viewer sent lately: what the page of a new document and the list of commands offer
// first.
import { atom, computed } from 'nanostores';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { directingsWith } from '../access/role-rights.ts';
import { $profile } from '../accounts/own-profile.ts';
import { outcomeOf } from '../platform/http-client.ts';
import { offeredTypes, type RecentType } from './create-steps.ts';
import { queryText, TILES } from './list-query.ts';
import { listCalls } from './list-store.ts';

/** Newest documents of the viewer among which types are looked for. */
const OWN_DOCUMENTS = '30';

type Made = Pick<RecentType, 'directing' | 'task'>;

const $made = atom<readonly Made[]>([]);

/** The types of the newest documents that the viewer sent, the latest first, as far as the roles still allow them. */
export const $recentTypes = computed([$made, $profile], (made, profile) =>
  offeredTypes(made, directingsWith(profile?.roles ?? [], ACTIONS.create)),
);

/** Asks for them once in the life of the page; without an answer none are offered, and the next call asks again. */
export async function loadRecentTypes(): Promise<void> {
  if ($made.get().length > 0) return;
  const query = queryText({ ...TILES.outgoing, limit: OWN_DOCUMENTS });
  const { value } = await outcomeOf(() => listCalls.page(query, null));
  $made.set(value?.documents ?? []);
}

/** Puts the type of a document that was made here before the others; where none are known yet, the next call has it. */
export function noteRecentType(made: Made): void {
  const known = $made.get();
  const [latest] = known;
  // The page draws itself anew by every change: the same type again is none.
  if (!latest || (latest.directing.id === made.directing.id && latest.task.id === made.task.id)) return;
  $made.set([made, ...known]);
}
