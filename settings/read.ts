/** Reads and checks the settings of the installation from environment variables. */
import { type Check, hideUser } from './checks.ts';
import { SettingsProblem, type Wording } from './problem.ts';
import { SETTINGS } from './table.ts';
import type { Environment, Setting } from './variables.ts';

export type SettingName = keyof typeof SETTINGS;

export type ValueOf<Name extends SettingName> = (typeof SETTINGS)[Name]['check'] extends Check<infer T> ? T : never;

/** The name of a variable as the name of a property: SITE_URL is siteUrl. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

export const camelCase = <Name extends string>(name: Name) =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

export type SettingValues = { readonly [Name in SettingName as CamelCase<Name>]: ValueOf<Name> };

export const ALL_SETTINGS = Object.entries(SETTINGS) as readonly (readonly [SettingName, Setting])[];

/** An empty variable counts as unset. */
export const isSet = (name: SettingName, environment: Environment): boolean => Boolean(environment[name]?.trim());

/** The text of a setting in force: the variable, or else the default. */
export function textOf(name: SettingName, environment: Environment): string {
  const own = environment[name]?.trim();
  if (own) return own;
  const { byDefault }: Setting = SETTINGS[name];
  return typeof byDefault === 'string' ? byDefault : byDefault((other) => textOf(other as SettingName, environment));
}

export function checkSettings(environment: Environment): {
  readonly values: Partial<SettingValues>;
  readonly problems: readonly Wording[];
} {
  const problems: Wording[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { check, isSecret }] of ALL_SETTINGS) {
    const given = textOf(name, environment);
    const checked = check(given);
    if ('problem' in checked)
      problems.push({
        english: `${name} ${checked.problem}`,
        russian: expected(name, checked.russian, isSecret ? null : given),
      });
    else values[camelCase(name)] = checked.value;
  }
  return { values: values as Partial<SettingValues>, problems };
}

/** What a setting has to be, for a person; `given` null: a secret that must not be shown. */
export const expected = (name: SettingName, russian: string, given: string | null): string =>
  given === null
    ? `${name}: должно быть: ${russian}`
    : `${name}: указано «${hideUser(given).replaceAll(/\p{Cc}/gu, ' ')}», а должно быть: ${russian}`;

/** Throws SettingsProblem with every mistake. */
export function readSettings(environment: Environment): SettingValues {
  const { values, problems } = checkSettings(environment);
  if (problems.length > 0) throw new SettingsProblem(problems);
  return values as SettingValues;
}

/** Whether a contact is the shop's own, and not the table's default for a demonstration. */
export const isOwnContact = (name: SettingName, environment: Environment): boolean =>
  textOf(name, environment) !== SETTINGS[name].byDefault;

/** Contacts that a shop for customers still has to state. */
export const missingContacts = (environment: Environment): SettingName[] =>
  ALL_SETTINGS.filter(
    ([name, { isInvented }]) => isInvented && isForCustomers(environment) && !isOwnContact(name, environment),
  ).map(([name]) => name);

const isForCustomers = (environment: Environment): boolean => textOf('NODE_ENV', environment) === 'production';

/** A line for each setting that a production shop lacks, with the consequence. */
export function productionWarnings(environment: Environment): Wording[] {
  if (!isForCustomers(environment)) return [];
  const contacts = missingContacts(environment).join(', ');
  const isEmpty = (name: SettingName) => textOf(name, environment) === '';
  const warnings: readonly (readonly [isDue: boolean, english: string, russian: string])[] = [
    [
      contacts !== '',
      `Visitors see contacts of nobody until these are set: ${contacts}`,
      `Посетители видят вымышленные контакты, укажите свои: ${contacts}`,
    ],
    [
      isEmpty('SITE_URL'),
      'SITE_URL is not set: links in mails and for search engines lead to where the server listens',
      'SITE_URL не указан: ссылки в письмах и для поисковиков ведут на адрес, где слушает сервер',
    ],
    [
      isEmpty('SMTP_URL'),
      'SMTP_URL is not set: mails are not sent, they are laid into DATA_DIR/outbox',
      'SMTP_URL не указан: письма не отправляются, а складываются в DATA_DIR/outbox',
    ],
  ];
  return warnings.flatMap(([isDue, english, russian]) => (isDue ? { english, russian } : []));
}
