import { REQUEST_STATES, type RequestState } from '../../../contract/request-states.ts';
import type { RequestListQuery } from '../../../contract/requests.ts';
import { dayStart, isDay } from '../../text/day.ts';
import { foldSearch } from '../../text/fold-search.ts';

/** Which requests; times in milliseconds since the epoch. */
export interface RequestFilter {
  /** Folded words, each of which a request must hold; empty: whatever it says. */
  readonly words: readonly string[];
  readonly state: RequestState | null;
  /** From this moment on. */
  readonly from: number | null;
  /** Before this moment. */
  readonly before: number | null;
}

const SEARCH_MAX = 200;
const DAY = 86_400_000;

/** Reads a filter as it was sent; null when it makes no sense. */
export function readFilter(query: RequestListQuery, timeZone: string): RequestFilter | null {
  const { search = '', state = '', from = '', to = '' } = query;
  const known = REQUEST_STATES.find((one) => one === state) ?? null;
  if (state !== '' && known === null) return null;
  if ((from !== '' && !isDay(from)) || (to !== '' && !isDay(to))) return null;
  return {
    words: foldSearch(search.slice(0, SEARCH_MAX)).split(' ').filter(Boolean),
    state: known,
    from: from === '' ? null : dayStart(Date.parse(from), timeZone),
    before: to === '' ? null : dayStart(Date.parse(to) + DAY, timeZone),
  };
}

/** The id after which a page goes on, null for the first page; undefined for what is no cursor of ours. */
export function readCursor(text = ''): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
