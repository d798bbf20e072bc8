import type { PositionFilterQuery } from '../../../contract/staff-positions.ts';

/** Filters of the list, in the order they stand in an address. */
const NAMES = [
  'query',
  'shown',
  'brandId',
  'providerId',
  'runId',
  'withoutPrice',
  'withoutPhoto',
  'olderThanDays',
] as const satisfies readonly (keyof PositionFilterQuery)[];

/** What the list is narrowed by: the filters that are set. */
export type PositionQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** Filters of an address; what the list does not know is left out. */
export const queryOf = (search: Readonly<Record<string, string>>): PositionQuery =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));

/** The query as it stands in an address and in a call: `?shown=hidden`; empty without filters. */
export function queryText(query: PositionQuery): string {
  const text = String(
    new URLSearchParams(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
  );
  return text && `?${text}`;
}

/** Whether the query narrows the list: nobody means the whole catalogue by a button for all that is found. */
export const isNarrowed = ({ shown = '', ...others }: PositionQuery): boolean =>
  queryText(others) !== '' || shown === 'hidden' || shown === 'removed';
