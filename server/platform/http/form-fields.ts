/** Reads fields of JSON, urlencoded and multipart bodies, in slices and within limits. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fieldsOfJson, JsonShape } from './json-shape.ts';
import { type FormField, multipartFields, NoMultipart } from './multipart-fields.ts';
import * as nestedFields from './nested-fields.ts';
import { badRequest, tooLarge } from './request.ts';

const PIECE = 16 * 1024;
const JSON_PIECE = 256 * 1024;

/** The fields of a JSON body. Throws 400; 413 when there are more than `max`. */
export async function unfoldJson(body: Buffer, max: number, rules: nestedFields.FieldRules): Promise<unknown> {
  if (body.length === 0) return {};
  const slices = new Slices();
  await refuseShapeless(body, max, slices);
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return asFormError(() => nestedFields.cleanJson(value, rules));
  if (slices.isOver) await slices.next();
  const pairs: nestedFields.Pair[] = [];
  for (const name of Object.keys(value)) {
    if (slices.isOver) await slices.next();
    const inner = (value as Record<string, unknown>)[name];
    pairs.push([name, asFormError(() => nestedFields.cleanJson(inner, rules, 1))]);
  }
  return pairs.every(([name]) => nestedFields.isPlainName(name))
    ? Object.fromEntries(pairs)
    : nested(pairs, rules, slices);
}

/** The fields of an urlencoded body. Throws 400; 413 when there are more than `max`. */
export const unfoldUrlencoded = (body: Buffer, max: number, rules: nestedFields.FieldRules): Promise<unknown> =>
  nested(cleaned(urlencodedFields(body.toString()), max, rules), rules);

/** The fields of a multipart body, without its files. Throws 400; 413 when there are more than `max`. */
export const unfoldMultipart = (
  body: Buffer,
  boundary: string,
  max: number,
  rules: nestedFields.FieldRules,
): Promise<unknown> => nested(cleaned(multipartFields(body, boundary), max, rules), rules);

function asFormError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NoMultipart) throw badRequest('invalid form');
    const refused = [nestedFields.TooDeep, nestedFields.UnsafeName, RangeError];
    if (refused.some((kind) => error instanceof kind)) throw badRequest('invalid body');
    throw error;
  }
}

/** Throws 413 for too many fields and 400 for too deep nesting, before the bytes are parsed. */
async function refuseShapeless(body: Buffer, max: number, slices: Slices): Promise<void> {
  const shape = new JsonShape();
  for (let at = 0; at < body.length; at += JSON_PIECE) {
    if (slices.isOver) await slices.next();
    shape.add(body.subarray(at, at + JSON_PIECE));
    // The body itself is one level, its fields begin below.
    if (shape.depth > nestedFields.FORM_DEPTH_MAX + 1) throw badRequest('invalid body');
    if (shape.fields > max) throw tooLarge();
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('invalid json');
  }
}

async function nested(
  pairs: Iterable<nestedFields.Pair>,
  rules: nestedFields.FieldRules,
  slices = new Slices(),
): Promise<Record<string, unknown>> {
  const nest = new nestedFields.FieldNest(rules);
  const rest = pairs[Symbol.iterator]();
  const addNext = () => {
    const { done, value } = rest.next();
    if (!done) nest.add(...value);
    return !done;
  };
  while (asFormError(addNext)) if (slices.isOver) await slices.next();
  if (slices.isOver) await slices.next();
  const fields = nest.nested();
  // A large form is read in several turns of the loop.
  if (slices.isOver) await slices.next();
  return fields;
}

function* cleaned(
  fields: Iterable<FormField>,
  max: number,
  { clean }: nestedFields.FieldRules,
): Generator<nestedFields.Pair> {
  let count = 0;
  for (const { name, value } of fields) {
    count += 1;
    if (count > max) throw tooLarge();
    yield [nestedFields.cleanText(name), clean(value)];
  }
}

function* urlencodedFields(text: string): Generator<FormField> {
  for (let at = 0; at < text.length; ) {
    const cut = text.indexOf('&', at + PIECE);
    const end = cut === -1 ? text.length : cut;
    // After an ampersand, because a leading question mark would be dropped.
    for (const [name, value] of new URLSearchParams(`&${text.slice(at, end)}`)) yield { name, value };
    at = end + 1;
  }
}

export class FieldCollector {
  readonly #nest: nestedFields.FieldNest;
  readonly #limits: { readonly fields: number; readonly characters: number };
  readonly #rules: nestedFields.FieldRules;
  #fields = 0;
  #characters = 0;

  constructor(limits: { fields: number; characters: number }, rules: nestedFields.FieldRules) {
    this.#nest = new nestedFields.FieldNest(rules);
    this.#limits = limits;
    this.#rules = rules;
  }

  /** Adds one field; throws 413 when there are too many, they are too long, or its value was cut. */
  add(name: string, value: unknown, truncated = false): void {
    this.#fields += 1;
    // A part declared as JSON is parsed already; its size is not counted.
    const isText = typeof value !== 'object' || value === null;
    const text = isText ? String(value) : JSON.stringify(value);
    this.#characters += text.length;
    if (!isText) this.#fields += fieldsOfJson(text);
    const { fields, characters } = this.#limits;
    if (truncated || this.#fields > fields || this.#characters > characters) throw tooLarge();
    if (name)
      asFormError(() => this.#nest.add(nestedFields.cleanText(name), nestedFields.cleanJson(value, this.#rules)));
  }

  /** All fields, bracketed names unfolded; none may be added afterwards. */
  nested(): Record<string, unknown> {
    return this.#nest.nested();
  }
}

/** Longest piece of one request's work while others wait, milliseconds. */
const SLICE_MS = 10;

/** Splits long work of one request, so that the main loop serves others in between. */
class Slices {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}
