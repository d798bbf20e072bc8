/** Unfolds names of form fields such as `a[b][]` into objects and lists, and cleans texts. */

export type Pair = readonly [name: string, value: unknown];

/** Deepest nesting that a bracketed name or a JSON body may have. */
export const FORM_DEPTH_MAX = 16;

const UNSAFE = /^(?:__proto__|constructor|prototype)$/;
/** A quick test that passes most names. */
const PERHAPS_UNSAFE = /proto|constructor/;

export interface FieldRules {
  readonly clean: (text: string) => string;
  /** Names that could reach a prototype: dropped, or UnsafeName is thrown where nothing may be lost silently. */
  readonly unsafeNames: 'dropped' | 'refused';
}

/** Text without NUL and with lone surrogates replaced: PostgreSQL refuses the first, JSON the second. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
export const COMMON_RULES: FieldRules = { clean: cleanText, unsafeNames: 'dropped' };

type Fields = Record<string, unknown>;

export class TooDeep extends Error {}

export class UnsafeName extends Error {}

/**
 * Unfolds `a[b][c]` into nested objects, field by field. A repeated name and `a[]` become arrays, and so does an object
 * whose keys count from 0. Throws TooDeep, UnsafeName.
 */
export class FieldNest {
  readonly #root: Fields = {};
  readonly #unsafeNames: FieldRules['unsafeNames'];

  constructor({ unsafeNames }: Pick<FieldRules, 'unsafeNames'>) {
    this.#unsafeNames = unsafeNames;
  }

  add(name: string, value: unknown): void {
    const path = pathOf(name);
    if (PERHAPS_UNSAFE.test(name) && path.some((part) => UNSAFE.test(part))) {
      if (this.#unsafeNames === 'refused') throw new UnsafeName();
      return;
    }
    if (path.length > FORM_DEPTH_MAX) throw new TooDeep();
    place(this.#root, path, value);
  }

  nested(): Fields {
    return listed(this.#root) as Fields;
  }
}

/** The same for a complete list of fields. */
function nestFields(pairs: Iterable<Pair>, rules: FieldRules = COMMON_RULES): Fields {
  const nest = new FieldNest(rules);
  for (const [name, value] of pairs) nest.add(name, value);
  return nest.nested();
}

/** The same for a JSON value, at every level; texts lose characters that no database stores. */
export function cleanJson(value: unknown, rules: FieldRules = COMMON_RULES, depth = 0): unknown {
  if (typeof value === 'string') return rules.clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > FORM_DEPTH_MAX) throw new TooDeep();
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, rules, depth + 1));
  const pairs = Object.entries(value).map(([name, inner]): Pair => [name, cleanJson(inner, rules, depth + 1)]);
  return pairs.every(([name]) => isPlainName(name)) ? Object.fromEntries(pairs) : nestFields(pairs, rules);
}

/** Whether a name is a key as it is, without anything to unfold or to drop. */
export const isPlainName = (name: string): boolean => !name.includes('[') && !UNSAFE.test(name);

/** Text with only lone surrogates replaced: for callers that check for NUL themselves. */
export const wellFormed = (text: string): string => text.toWellFormed();

/** `a[b][]` → a, b, empty. A name whose brackets do not pair is taken literally. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 1 || !name.endsWith(']')) return [name];
  const path = name.slice(open + 1, -1).split('][');
  if (path.some((part) => part.includes('[') || part.includes(']'))) return [name];
  const head = name.slice(0, open);
  if (head.includes(']')) return [name];
  path.unshift(head);
  return path;
}

function place(root: Fields, path: readonly string[], value: unknown): void {
  // `a[]`: the last named part takes a list.
  const isListed = path.length > 1 && path.at(-1) === '';
  const last = path.length - (isListed ? 2 : 1);
  let target = root;
  for (let index = 0; index < last; index++) target = levelOf(target, path[index] ?? '');
  append(target, path[last] ?? '', isListed ? [value] : value);
}

function levelOf(target: Fields, part: string): Fields {
  const inner = Object.hasOwn(target, part) ? target[part] : undefined;
  if (isFields(inner)) return inner;
  // `a[]=1` or `a=1` and `a[b]=2`: a box beside those below it; `a=` means nothing beside them.
  const created: Fields = {};
  target[part] = created;
  if (inner !== undefined) appendUnnamed(created, inner);
  return created;
}

function append(target: Fields, name: string, value: unknown): void {
  const known = Object.hasOwn(target, name) ? target[name] : undefined;
  if (known === undefined) target[name] = value;
  else if (Array.isArray(known)) known.push(...[value].flat());
  else if (!isFields(known)) target[name] = [known, value].flat();
  else appendUnnamed(known, value);
}

/** Unnamed values are keyed by the first number. */
function appendUnnamed(level: Fields, value: unknown): void {
  if (!isNothing(value)) for (const item of [value].flat()) append(level, '0', item);
}

const isNothing = (value: unknown): boolean => value === null || value === '';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listed);
  if (!isFields(value)) return value;
  let count = 0;
  let isList = true;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (typeof inner === 'object') value[key] = listed(inner);
    isList &&= key === String(count);
    count += 1;
  }
  return isList && count > 0 ? Object.values(value) : value;
}
