// Builds the text of a query once and then fills in values, for queries that are asked very often.
import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

export type StandIns<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

class StandIn {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A query whose text is built once for a database, then filled with values: for hot paths. */
export function prepareQuery<Schema, Values extends object, Row>(
  build: (source: Kysely<Schema>, values: StandIns<Values>) => Compilable<Row>,
): (source: Kysely<Schema>, values: Values) => CompiledQuery<Row> {
  const standIns = new Proxy({} as StandIns<Values>, { get: (_, name) => sql`${new StandIn(name)}` });
  const built = new WeakMap<Kysely<Schema>, CompiledQuery<Row>>();
  return (source, values) => {
    const query = built.get(source) ?? build(source, standIns).compile();
    built.set(source, query);
    const fill = (parameter: unknown) =>
      parameter instanceof StandIn ? values[parameter.name as keyof Values] : parameter;
    return { ...query, parameters: query.parameters.map(fill) };
  };
}
