import type { DocumentListCounts } from '../../../../contract/docflow-list.ts';
import { LIST_TABS, type ListTab } from '../../../../contract/document-lists.ts';
import type { Database } from '../../../database/types.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { Actor } from '../document/viewer.ts';
import type { Looker } from '../search/conditions.ts';
import type { Wanted } from '../search/query.ts';
import { countFound } from '../search/search.ts';
import { knownFilter } from './conditions.ts';
import { isPlain, type ListFilter } from './filter.ts';
import { countPage } from './page.ts';
import type { Sizes } from './sources.ts';

/** What each of the four ways asks besides a filter. */
const TABS: Readonly<Record<ListTab, Pick<Wanted, 'acceptor' | 'recipient' | 'authored'>>> = {
  forApproval: { acceptor: 'asked', recipient: null, authored: false },
  forReview: { acceptor: null, recipient: 'asked', authored: false },
  outgoing: { acceptor: null, recipient: null, authored: true },
  mine: { acceptor: null, recipient: null, authored: false },
};

/** Who counts, and when. */
interface Counting {
  readonly actor: Actor;
  readonly looker: Looker;
  readonly now: number;
}

/** How many documents a filter finds; of what the search knows as well, by its counters. */
export async function countListed(
  database: Database<InformatorSchema>,
  filter: ListFilter,
  { actor, looker, now }: Counting,
  sizes?: Sizes,
): Promise<number> {
  if (isPlain(filter)) return countFound(database, filter.wanted, actor);
  return countPage(database.read, await knownFilter(database.read, filter, now), looker, sizes);
}

/** How many it finds, and how many it would in each way into the documents. */
export async function countTabs(
  database: Database<InformatorSchema>,
  filter: ListFilter,
  counting: Counting,
): Promise<DocumentListCounts> {
  const sizes: Sizes = new Map();
  const count = (asked: Partial<Wanted>) =>
    countListed(database, { ...filter, wanted: { ...filter.wanted, ...asked } }, counting, sizes);
  const counted = await Promise.all(LIST_TABS.map(async (tab) => [tab, await count(TABS[tab])] as const));
  const tabs = Object.fromEntries(counted) as Record<ListTab, number>;
  const same = LIST_TABS.find((tab) => isOf(TABS[tab], filter.wanted));
  return { ...tabs, found: same ? tabs[same] : await count({}) };
}

const isOf = (tab: (typeof TABS)[ListTab], { acceptor, recipient, authored }: Wanted): boolean =>
  tab.acceptor === acceptor && tab.recipient === recipient && tab.authored === authored;
