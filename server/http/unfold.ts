import { badRequest, tooLarge } from './errors.ts';
import { JsonShape } from './json-shape.ts';
import { type FormField, multipartFields, NoMultipart } from './multipart-fields.ts';
import {
  cleanJson,
  cleanText,
  FieldNest,
  type FieldRules,
  FORM_DEPTH_MAX,
  isPlainName,
  type Pair,
  TooDeep,
  UnsafeName,
} from './nested-fields.ts';
import { Slices } from './slices.ts';

/** How much of an urlencoded body is decoded at once, characters. */
const PIECE = 16 * 1024;
/** How much of a JSON body is looked over between two looks at the clock, bytes. */
const JSON_PIECE = 256 * 1024;

/** The fields of a JSON body. Throws 400; 413 when there are more than `max`. */
export async function unfoldJson(body: Buffer, max: number, rules: FieldRules): Promise<unknown> {
  if (body.length === 0) return {};
  const slices = new Slices();
  await refuseShapeless(body, max, slices);
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return readable(() => cleanJson(value, rules));
  if (slices.isOver) await slices.next();
  const pairs: Pair[] = [];
  for (const name of Object.keys(value)) {
    if (slices.isOver) await slices.next();
    const inner = (value as Record<string, unknown>)[name];
    pairs.push([name, readable(() => cleanJson(inner, rules, 1))]);
  }
  return pairs.every(([name]) => isPlainName(name))
    ? Object.fromEntries(pairs)
    : nested(pairs, rules, slices);
}

/** The fields of an urlencoded body. Throws 400; 413 when there are more than `max`. */
export const unfoldUrlencoded = (body: Buffer, max: number, rules: FieldRules): Promise<unknown> =>
  nested(cleaned(urlencodedFields(body.toString()), max, rules), rules);

/** The fields of a multipart body, without its files. Throws 400; 413 when there are more than `max`. */
export const unfoldMultipart = (
  body: Buffer,
  boundary: string,
  max: number,
  rules: FieldRules,
): Promise<unknown> => nested(cleaned(multipartFields(body, boundary), max, rules), rules);

/** Runs a piece of reading a form; what the form is guilty of becomes 400. */
export function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NoMultipart) throw badRequest('invalid form');
    if (error instanceof TooDeep || error instanceof UnsafeName || error instanceof RangeError)
      throw badRequest('invalid body');
    throw error;
  }
}

/** Throws 413 for too many fields and 400 for too deep a nesting, before anything is made of the bytes. */
async function refuseShapeless(body: Buffer, max: number, slices: Slices): Promise<void> {
  const shape = new JsonShape();
  for (let at = 0; at < body.length; at += JSON_PIECE) {
    if (slices.isOver) await slices.next();
    shape.add(body.subarray(at, at + JSON_PIECE));
    // The body itself is one level, its fields begin below.
    if (shape.depth > FORM_DEPTH_MAX + 1) throw badRequest('invalid body');
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
  pairs: Iterable<Pair>,
  rules: FieldRules,
  slices = new Slices(),
): Promise<Record<string, unknown>> {
  const nest = new FieldNest(rules);
  const rest = pairs[Symbol.iterator]();
  const addNext = () => {
    const { done, value } = rest.next();
    if (!done) nest.add(...value);
    return !done;
  };
  while (readable(addNext)) if (slices.isOver) await slices.next();
  if (slices.isOver) await slices.next();
  const fields = nest.nested();
  // Whoever goes on with a large form begins a turn of its own.
  if (slices.isOver) await slices.next();
  return fields;
}

function* cleaned(fields: Iterable<FormField>, max: number, { clean }: FieldRules): Generator<Pair> {
  let count = 0;
  for (const { name, value } of fields) {
    count += 1;
    if (count > max) throw tooLarge();
    yield [cleanText(name), clean(value)];
  }
}

function* urlencodedFields(text: string): Generator<FormField> {
  for (let at = 0; at < text.length; ) {
    const cut = text.indexOf('&', at + PIECE);
    const end = cut === -1 ? text.length : cut;
    // Behind an ampersand, because a question mark at the start would be taken for that of an address.
    for (const [name, value] of new URLSearchParams(`&${text.slice(at, end)}`)) yield { name, value };
    at = end + 1;
  }
}
