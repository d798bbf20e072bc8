import type { RequestListQuery } from '../../../contract/requests.ts';

/** Filters of the list, in the order they stand in an address. */
const NAMES = ['search', 'state', 'from', 'to'] as const satisfies readonly (keyof RequestListQuery)[];

/** What the list is narrowed by: the filters that are set. Days are YYYY-MM-DD. */
export type RequestQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** Filters of an address; what the list does not know is left out. */
export const queryOf = (search: Readonly<Record<string, string>>): RequestQuery =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));

/** The query as it stands in an address and in a call: `?state=new`; empty without filters. */
export function queryText(query: RequestQuery): string {
  const text = String(
    new URLSearchParams(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
  );
  return text && `?${text}`;
}
