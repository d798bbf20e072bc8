/** A form field as sent, before bracketed names are unfolded. */
export type Pair = readonly [name: string, value: unknown];

/** Deepest nesting that a bracketed name or a JSON body may have. */
export const FORM_DEPTH_MAX = 16;

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** Makes a text of a form fit to be stored. */
export type TextCleaner = (text: string) => string;

type Fields = Record<string, unknown>;

/** A body is nested deeper than FORM_DEPTH_MAX. */
export class TooDeep extends Error {}

/**
 * Unfolds `a[b][c]` into nested objects. A repeated name and `a[]` become arrays, and so does an object whose keys
 * count from 0. Names that could reach a prototype are dropped. Throws TooDeep.
 */
export function nestFields(pairs: Iterable<Pair>): Fields {
  const root: Fields = {};
  for (const [name, value] of pairs) {
    const path = pathOf(name);
    if (path.some((part) => UNSAFE.has(part))) continue;
    if (path.length > FORM_DEPTH_MAX) throw new TooDeep();
    place(root, path, value);
  }
  return listed(root) as Fields;
}

/** The same for a JSON value, at every level; texts lose characters that no database stores. Throws TooDeep. */
export function cleanJson(value: unknown, clean: TextCleaner = cleanText, depth = 0): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > FORM_DEPTH_MAX) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, clean, depth + 1));
  const pairs = Object.entries(value).map(
    ([name, inner]): Pair => [name, cleanJson(inner, clean, depth + 1)],
  );
  return pairs.some(([name]) => name.includes('[') || UNSAFE.has(name))
    ? nestFields(pairs)
    : Object.fromEntries(pairs);
}

/** Text without NUL and with lone surrogates replaced: PostgreSQL refuses the first, JSON the second. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Text with lone surrogates replaced only: whoever takes it looks for NUL itself. */
export const wellFormed = (text: string): string => text.toWellFormed();

/** `a[b][]` → a, b, empty. A name whose brackets do not pair is taken literally. */
function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (!match) return [name];
  const [, head = '', tail = ''] = match;
  return [head, ...tail.slice(1, -1).split('][')];
}

function place(root: Fields, path: readonly string[], value: unknown): void {
  let target = root;
  for (const [index, part] of path.entries()) {
    if (index === path.length - 1) {
      append(target, part, value);
      return;
    }
    const rest = path.slice(index + 1);
    if (rest.length === 1 && rest[0] === '') {
      append(target, part, [value]);
      return;
    }
    const inner = Object.hasOwn(target, part) ? target[part] : undefined;
    if (isFields(inner)) {
      target = inner;
    } else {
      // `a[]=1` or `a=1` and `a[b]=2`: a box beside those below it; `a=` says nothing beside them.
      const created: Fields = Array.isArray(inner) ? { ...inner } : isNothing(inner) ? {} : { 0: inner };
      target[part] = created;
      target = created;
    }
  }
}

function append(target: Fields, name: string, value: unknown): void {
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (known === undefined) target[name] = value;
  else if (Array.isArray(known)) known.push(...[value].flat());
  else if (!isFields(known)) target[name] = [known, value].flat();
  // The other order: what has no name of its own stands under the first number.
  else if (!isNothing(value)) for (const item of [value].flat()) append(known, '0', item);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listed);
  if (!isFields(value)) return value;
  for (const key of Object.keys(value)) value[key] = listed(value[key]);
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index));
  return isList ? Object.values(value) : value;
}
