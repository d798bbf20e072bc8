import { misspeltSettings } from './misspelt.ts';
import { ALL_SETTINGS, isSet, type SettingName, textOf } from './read.ts';
import type { Environment, Setting } from './setting.ts';

const MASK = '(secret)';
const HEADINGS = ['setting', 'value', 'default', 'from'];

/**
 * Every setting with its value in force, its default and where the value comes from, as columns, and a line for each that
 * is misspelt; secrets are masked. `fileOf` names the settings file that a
 * variable was taken from.
 */
export function settingsReport(
  environment: Environment,
  fileOf: (name: SettingName) => string | null = () => null,
): string {
  const rows = ALL_SETTINGS.map(([name, setting]) => [
    name,
    shownValue(name, setting, environment),
    plain(defaultInWords(setting)) || '-',
    isSet(name, environment) ? (fileOf(name) ?? 'environment') : 'default',
  ]);
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const table = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [...table.map((line) => line.trimEnd()), ...misspeltSettings(environment)].join('\n');
}

/** What an unset variable stands for, as Markdown; empty for nothing. */
export function defaultInWords({ byDefault, defaultIs }: Setting): string {
  if (defaultIs !== undefined) return defaultIs;
  return typeof byDefault === 'string' && byDefault !== '' ? `\`${byDefault}\`` : '';
}

function shownValue(name: SettingName, { isSecret }: Setting, environment: Environment): string {
  if (isSecret) return isSet(name, environment) ? MASK : '-';
  return textOf(name, environment).replaceAll(/\p{Cc}/gu, ' ') || '-';
}

const plain = (markdown: string): string => markdown.replaceAll('`', '');
