// How any field of a request to the API is defined: one definition for the reference, the server and the pages. Fields
// are beside this file, forms in `<feature>/forms.ts`.
import type { ApiError } from '../errors.ts';

/** A value that a field does not take, with the error of the API that says so. */
export class Refusal {
  readonly error: ApiError;

  constructor(error: ApiError) {
    this.error = error;
  }
}

/** The encoding of a form, where it changes how texts are read. */
interface Sent {
  /** A browser sends the line ends of a multipart text as CR LF, whatever was typed. */
  readonly asMultipart: boolean;
}

export type FieldSchema = Readonly<Record<string, unknown>>;

/**
 * One field of a request, defined once: the reference shows its schema, the server and the forms of the pages read with
 * it. A form sends only texts and JSON sends real types, so a field takes both.
 */
export interface Field<Value> {
  /** Every value that `read` takes fits it; what needs more than a schema (a real day) is in its description. */
  readonly schema: FieldSchema;
  /** The checked value. `undefined` is a field that was not sent: refused too where the field is required. */
  read(value: unknown, sent: Sent): Value | Refusal;
}

/** Whether a field was left out or left empty. */
export const isBlank = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** A JSON object; null for any other value. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** A field that may be left out. */
export const ifSent = <Value>({ schema, read }: Field<Value>): Field<Value | undefined> => ({
  schema,
  read: (value, sent) => (value === undefined ? undefined : read(value, sent)),
});

/** The same; null means left out too. */
export const ifGiven = <Value>({ schema, read }: Field<Value>): Field<Value | undefined> => ({
  schema: { anyOf: [schema, { type: 'null' }] },
  read: (value, sent) => (value === undefined || value === null ? undefined : read(value, sent)),
});

/** The fields of one request by their names, in the order in which they are looked at. */
export type Form = Readonly<Record<string, Field<unknown>>>;

export type FormValues<Of extends Form> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

const AS_JSON: Sent = { asMultipart: false };

/** Every field of a request, read; or the refusal of the first one that is not taken. */
export function readFields<Of extends Form>(form: Of, body: unknown, sent: Sent = AS_JSON): FormValues<Of> | Refusal {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(form)) {
    const value = field.read(Object.hasOwn(given, name) ? given[name] : undefined, sent);
    if (value instanceof Refusal) return value;
    values[name] = value;
  }
  return values as FormValues<Of>;
}

export const readField = <Value>(field: Field<Value>, value: unknown): Value | Refusal => field.read(value, AS_JSON);

/** The JSON Schema of a multipart request with a file in a field of that name, which further fields may stand before. */
export const bodyWithFile = (name: string, fields: Readonly<Record<string, FieldSchema>> = {}): FieldSchema => ({
  type: 'object',
  properties: {
    ...fields,
    [name]: { type: 'string', format: 'binary', description: 'The file, behind all other fields' },
  },
  required: Object.keys(fields).length === 0 ? [name] : [],
});

/** The JSON Schema of a whole request: a field is required when it may not be left out. */
export function schemaOfForm(form: Form): FieldSchema {
  const names = Object.keys(form);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, form[name]?.schema])),
    required: names.filter((name) => form[name]?.read(undefined, AS_JSON) instanceof Refusal),
  };
}
