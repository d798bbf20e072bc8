/** Filters of the journal, in the order they stand in an address. */
const NAMES = ['event', 'from', 'to', 'search'] as const;

/** What the journal is narrowed by: the filters that are set. Days are YYYY-MM-DD. */
export type JournalQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** Filters of an address; what the journal does not know is left out. */
export const queryOf = (search: Readonly<Record<string, string>>): JournalQuery =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])));

/** The query as it stands in an address and in a call: `?event=refused`; empty without filters. */
export function queryText(query: JournalQuery): string {
  const text = String(
    new URLSearchParams(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
  );
  return text && `?${text}`;
}
