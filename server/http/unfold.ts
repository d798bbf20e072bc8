import { badRequest, tooLarge } from './errors.ts';
import { type FormField, multipartFields, NoMultipart } from './multipart-fields.ts';
import {
  cleanJson,
  cleanText,
  FieldNest,
  type FieldRules,
  isPlainName,
  type Pair,
  TooDeep,
  UnsafeName,
} from './nested-fields.ts';
import { Slices } from './slices.ts';

/** How much of an urlencoded body is decoded at once, characters. */
const PIECE = 16 * 1024;

/** The fields of a JSON body. Throws 400. */
export async function unfoldJson(body: Buffer, rules: FieldRules): Promise<unknown> {
  if (body.length === 0) return {};
  const slices = new Slices();
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
