type Filters<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** How the filters of a list stand in an address: these names, in this order. */
export const addressFilters = <Name extends string>(names: readonly Name[]) => ({
  /** The filters of an address; what the list does not know is left out. */
  queryOf: (search: Readonly<Record<string, string>>): Filters<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])),
    ) as Filters<Name>,
  /** The filters as they stand in an address and in a call: `?shown=hidden`; empty without any. */
  queryText(query: Filters<Name>): string {
    const text = String(new URLSearchParams(names.flatMap((name) => (query[name] ? [[name, query[name]]] : []))));
    return text && `?${text}`;
  },
});
