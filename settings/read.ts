import { withoutUser } from './address-checks.ts';
import type { Check } from './checks.ts';
import { SettingsProblem, type Wording } from './problem.ts';
import type { Environment, Setting } from './setting.ts';
import { SETTINGS } from './table.ts';

export type SettingName = keyof typeof SETTINGS;

/** The checked value of every setting. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name]['check'] extends Check<infer T> ? T : never;
};

/** The table as a list. */
export const ALL_SETTINGS = Object.entries(SETTINGS) as readonly (readonly [SettingName, Setting])[];

/** Whether somebody has set it: an empty variable counts as unset. */
export const isSet = (name: SettingName, environment: Environment): boolean =>
  Boolean(environment[name]?.trim());

/** The text of a setting in force: the variable, or else the default. */
export function textOf(name: SettingName, environment: Environment): string {
  const own = environment[name]?.trim();
  if (own) return own;
  const { byDefault }: Setting = SETTINGS[name];
  return typeof byDefault === 'string'
    ? byDefault
    : byDefault((other) => textOf(other as SettingName, environment));
}

/** Checks all settings at once: the values that are right, and a word for each that is not. */
export function checkSettings(environment: Environment): {
  readonly values: Partial<SettingValues>;
  readonly problems: readonly Wording[];
} {
  const problems: Wording[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [name, { check, isSecret }] of ALL_SETTINGS) {
    const given = textOf(name, environment);
    const checked = check(given);
    if ('problem' in checked)
      problems.push({
        english: `${name} ${checked.problem}`,
        russian: expected(name, checked.russian, isSecret ? null : given),
      });
    else values[name] = checked.value;
  }
  return { values: values as Partial<SettingValues>, problems };
}

/** What a setting has to be, for a person; `given` null: nothing may show it. */
export const expected = (name: SettingName, russian: string, given: string | null): string =>
  given === null
    ? `${name}: должно быть: ${russian}`
    : `${name}: указано «${withoutUser(given).replaceAll(/\p{Cc}/gu, ' ')}», а должно быть: ${russian}`;

/** The values of all settings. Throws SettingsProblem, which tells every mistake. */
export function readSettings(environment: Environment): SettingValues {
  const { values, problems } = checkSettings(environment);
  if (problems.length > 0) throw new SettingsProblem(problems);
  return values as SettingValues;
}
