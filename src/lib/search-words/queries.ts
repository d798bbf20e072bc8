/** Filters of the dictionary, in the order they stand in an address. */
const WORD_FILTERS = ['query', 'kind', 'own'] as const;
/** Filters of what was not found. */
const MISS_FILTERS = ['outcome'] as const;

type Query<Name extends string> = Readonly<Partial<Record<Name, string>>>;
export type WordQuery = Query<(typeof WORD_FILTERS)[number]>;
export type MissQuery = Query<(typeof MISS_FILTERS)[number]>;

const reader =
  <Name extends string>(names: readonly Name[]) =>
  (search: Readonly<Record<string, string>>): Query<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])),
    ) as Query<Name>;

/** Filters of an address; what the page does not know is left out. */
export const wordQueryOf = reader(WORD_FILTERS);
export const missQueryOf = reader(MISS_FILTERS);

/** The filters as they stand in an address: `?own=1`; empty without any. */
export function addressOf(query: WordQuery | MissQuery): string {
  const set = Object.entries(query).filter(([, value]) => value);
  const text = String(new URLSearchParams(set as [string, string][]));
  return text && `?${text}`;
}
