import { AUDIT_EVENTS } from '../../../contract/audit.ts';
import type { AuditFilterQuery } from '../../../contract/audit-api.ts';
import { dayStart, isDay } from '../../text/day.ts';
import { foldSearch } from '../../text/fold-search.ts';

/** Which entries of the journal; times in milliseconds since the epoch. */
export interface AuditFilter {
  /** Folded; empty: whatever they say. */
  readonly search: string;
  readonly event: string | null;
  /** From this moment on. */
  readonly from: number | null;
  /** Before this moment. */
  readonly before: number | null;
}

const SEARCH_MAX = 200;
const EVENTS: ReadonlySet<string> = new Set(AUDIT_EVENTS);
const DAY = 86_400_000;

/** Reads a filter as it was sent; otherwise the name of the first field that makes no sense. */
export function readFilter(query: AuditFilterQuery, timeZone: string): AuditFilter | 'event' | 'from' | 'to' {
  const { search = '', event = '', from = '', to = '' } = query;
  if (event !== '' && !EVENTS.has(event)) return 'event';
  if (from !== '' && !isDay(from)) return 'from';
  if (to !== '' && !isDay(to)) return 'to';
  return {
    search: foldSearch(search.slice(0, SEARCH_MAX)),
    event: event || null,
    from: from === '' ? null : dayStart(Date.parse(from), timeZone),
    before: to === '' ? null : dayStart(Date.parse(to) + DAY, timeZone),
  };
}

/** The place after which a page goes on. */
export interface AuditPlace {
  readonly at: number;
  readonly id: number;
}

/** A place as it travels to the browser and back; null for anything else. */
export function readPlace(text: string): AuditPlace | null {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: Number(at), id: Number(id) };
}
export const placeText = ({ at, id }: AuditPlace): string => `${at}-${id}`;
