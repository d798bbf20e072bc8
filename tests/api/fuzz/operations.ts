interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** The little of /api/docs/json that calls are made from. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** A route by what its reference says. */
export interface Operation {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Names of the query. */
  readonly query: readonly string[];
  /** Names of the body's fields; empty where the reference does not say, as of forms with files. */
  readonly fields: readonly string[];
  readonly changes: boolean;
}

const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Every route of the reference. */
export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody }]) => {
      const method = name.toUpperCase();
      const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema?.properties ?? {});
      return {
        method,
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
        fields: schemas.flatMap((properties) => Object.keys(properties)),
        changes: CHANGING.has(method),
      };
    }),
  );
