import type { Part } from './part.ts';
import { abuse } from './parts/abuse.ts';
import { accessPage } from './parts/access-page.ts';
import { accounts } from './parts/accounts.ts';
import { copies } from './parts/copies.ts';
import { documents } from './parts/documents.ts';
import { freshness } from './parts/freshness.ts';
import { importing } from './parts/import.ts';
import { lighthouse } from './parts/lighthouse.ts';
import { markup } from './parts/markup.ts';
import { memory } from './parts/memory.ts';
import { partSearch } from './parts/part-search.ts';
import { priceList } from './parts/price-list.ts';
import { rights } from './parts/rights.ts';
import { running } from './parts/running.ts';
import { search } from './parts/search.ts';
import { searchThreads } from './parts/search-threads.ts';
import { site } from './parts/site.ts';
import { sizes } from './parts/sizes.ts';
import { vitals } from './parts/vitals.ts';

/** Everything that can be measured, in the order in which it is reported. */
export const PARTS: readonly Part[] = [
  sizes,
  vitals,
  site,
  freshness,
  lighthouse,
  markup,
  accounts,
  rights,
  accessPage,
  documents,
  priceList,
  search,
  partSearch,
  searchThreads,
  running,
  memory,
  importing,
  copies,
  abuse,
];
