import type { Check } from './checks.ts';
import type { Environment, Setting } from './setting.ts';
import { SETTINGS } from './table.ts';

export type SettingName = keyof typeof SETTINGS;

/** The checked value of every setting. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name]['check'] extends Check<infer T> ? T : never;
};

/** Settings are wrong; the message has one line for each. */
export class SettingsProblem extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsProblem';
  }
}

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

/** Checks all settings at once, so that one start tells every mistake. Throws SettingsProblem. */
export function readSettings(environment: Environment): SettingValues {
  const problems: string[] = [];
  const values: Partial<Record<SettingName, unknown>> = {};
  for (const [name, { check }] of ALL_SETTINGS) {
    const checked = check(textOf(name, environment));
    if ('problem' in checked) problems.push(`${name} ${checked.problem}`);
    else values[name] = checked.value;
  }
  if (problems.length > 0) throw new SettingsProblem(problems);
  return values as SettingValues;
}
