// Compiles the schemas of routes when they are first needed.
import createValidators, { type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import createSerializers, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

type Validate = ((value: unknown) => unknown) & { errors?: unknown };
type Serialize = (value: unknown) => string;
interface Route {
  readonly schema?: unknown;
}

const validators = createValidators();
const serializers = createSerializers();
const validates = new Map<string, Map<string, Validate>>();
const serializes = new Map<string, Map<string, Serialize>>();

/** At first need (saves a start 0.3 s), once per process and JSON text. Header schemas name headers in lower case. */
export const compiledSchemas = {
  compilersFactory: {
    buildValidator: ((schemas, options) => {
      const compile = validators(schemas, options) as unknown as (route: Route) => Validate;
      const codeOf = once(madeWith(validates, [schemas, options]), compile);
      return (route: Route): Validate => {
        const validate: Validate = (value) => {
          const code = codeOf(route);
          const answer = code(value);
          validate.errors = code.errors;
          return answer;
        };
        return validate;
      };
    }) as BuildCompilerFromPool,
    buildSerializer: ((schemas, options) => {
      const compile = serializers(schemas, options) as unknown as (route: Route) => Serialize;
      const codeOf = once(madeWith(serializes, [schemas, options]), compile);
      return (route) => (value) => codeOf(route)(value);
    }) satisfies SerializerFactory,
  },
};

/** The same code for the same text of a schema; `made` has what was compiled with one set of options. */
function once<Code>(made: Map<string, Code>, compile: (route: Route) => Code): (route: Route) => Code {
  // Serialised once, not at every request.
  const texts = new WeakMap<Route, string>();
  return (route) => {
    const text = texts.get(route) ?? JSON.stringify(route.schema);
    texts.set(route, text);
    const code = made.get(text) ?? compile(route);
    made.set(text, code);
    return code;
  };
}

function madeWith<Code>(made: Map<string, Map<string, Code>>, options: unknown): Map<string, Code> {
  const key = JSON.stringify(options);
  const known = made.get(key) ?? new Map<string, Code>();
  made.set(key, known);
  return known;
}
