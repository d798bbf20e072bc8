/** A checked value, or what is wrong with it (continues the sentence that begins with the variable's name). */
export type Checked<T> = { readonly value: T } | { readonly problem: string };
/** An unset and an empty variable are the same: undefined. */
export type Check<T> = (value: string | undefined) => Checked<T>;

/** The environment is wrong; the message has one line per variable. */
export class ConfigProblem extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigProblem';
  }
}

type Values<Fields> = { [Name in keyof Fields]: Fields[Name] extends Check<infer T> ? T : never };

/** Checks all variables at once, so that one start tells every mistake. Throws ConfigProblem. */
export function readEnvironment<Fields extends Record<string, Check<unknown>>>(
  environment: Readonly<Record<string, string | undefined>>,
  fields: Fields,
): Values<Fields> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(fields)) {
    const checked = check(environment[name]?.trim() || undefined);
    if ('problem' in checked) problems.push(`${name} ${checked.problem}`);
    else values[name] = checked.value;
  }
  if (problems.length > 0) throw new ConfigProblem(problems);
  return values as Values<Fields>;
}

/** Any text; `shortest` guards secrets against being too easy. */
export const text =
  (byDefault: string, shortest = 0): Check<string> =>
  (value) =>
    value !== undefined && value.length < shortest
      ? { problem: `must have at least ${shortest} characters` }
      : { value: value ?? byDefault };

/** Text that is put into pages and feeds: one line, without characters that nobody sees. */
export const line =
  (byDefault: string): Check<string> =>
  (value = byDefault) =>
    /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u.test(value)
      ? { problem: 'must be one line of text without control characters' }
      : { value };

export const integer =
  (byDefault: number, least: number, most: number): Check<number> =>
  (value) => {
    if (value === undefined) return { value: byDefault };
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most
      ? { value: number }
      : { problem: `must be a whole number from ${least} to ${most}, not "${value}"` };
  };

/** A whole number, or undefined when none is given. */
export const optionalInteger =
  (least: number, most: number): Check<number | undefined> =>
  (value) =>
    value === undefined ? { value } : integer(least, least, most)(value);

/** An absolute address of one of the given protocols, or empty. Kept without a trailing slash. */
export const url =
  (byDefault: string, protocols: readonly string[]): Check<string> =>
  (value) => {
    if (value === undefined) return { value: byDefault };
    return URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? { value: value.replace(/\/+$/, '') }
      : { problem: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}` };
  };

/** A variable that does nothing yet: whoever sets it is told, instead of relying on it. */
export const refused =
  (why: string): Check<undefined> =>
  (value) =>
    value === undefined ? { value } : { problem: why };

export const oneOf =
  <T extends string>(allowed: readonly T[], byDefault: T): Check<T> =>
  (value) => {
    if (value === undefined) return { value: byDefault };
    const found = allowed.find((each) => each === value);
    return found === undefined
      ? { problem: `must be one of ${allowed.filter(Boolean).join(', ')}, not "${value}"` }
      : { value: found };
  };

/** A comma list of known names. */
export const list =
  <T extends string>(allowed: readonly T[], byDefault: readonly T[]): Check<readonly T[]> =>
  (value) => {
    if (value === undefined) return { value: byDefault };
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !allowed.includes(name as T));
    return unknown.length > 0
      ? { problem: `names unknown services: ${unknown.join(', ')} (known: ${allowed.join(', ')})` }
      : { value: names as T[] };
  };

export const flag =
  (byDefault: boolean): Check<boolean> =>
  (value) => {
    if (value === undefined) return { value: byDefault };
    if (['1', 'true', 'on', 'yes'].includes(value)) return { value: true };
    if (['0', 'false', 'off', 'no'].includes(value)) return { value: false };
    return { problem: `must be on or off, not "${value}"` };
  };
