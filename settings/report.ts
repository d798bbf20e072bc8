/** Texts about settings for the operator: the report of all values, and misspelt names. */
import type { Wording } from './problem.ts';
import { ALL_SETTINGS, isSet, type SettingName, textOf } from './read.ts';
import { SETTINGS } from './table.ts';
import { BUILD_VARIABLES, type Environment, type Setting } from './variables.ts';

const MASK = '(secret)';
const HEADINGS = ['setting', 'value', 'default', 'from'];

/**
 * Each setting as columns, and misspelt ones; secrets are masked. `fileOf`: the file that a variable was taken from.
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
  return [...table.map((line) => line.trimEnd()), ...misspeltSettings(environment).map(({ english }) => english)].join(
    '\n',
  );
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

/** Names that differ in one character are near; in two only where they are longer than this. */
const SHORT = 6;
/** Variables of other programs that are near a name of ours: npm sets this one on Windows. */
const FOREIGN = ['NODE_EXE'];

const KNOWN = new Set([...Object.keys(SETTINGS), ...Object.values(BUILD_VARIABLES), ...FOREIGN]);

/** A line for each variable without effect whose name is almost that of a setting. */
export function misspeltSettings(environment: Environment): Wording[] {
  return Object.keys(environment).flatMap((name) => {
    if (KNOWN.has(name) || !environment[name]) return [];
    const nearest = nearestOf(name.toUpperCase(), Object.keys(SETTINGS));
    return nearest ? [wordingOf(name, nearest)] : [];
  });
}

export const nearestOf = (name: string, names: readonly string[]): string | undefined =>
  names
    .map((meant) => ({ meant, distance: distanceOf(name, meant) }))
    .filter(({ meant, distance }) => distance <= (meant.length > SHORT ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)[0]?.meant;

const wordingOf = (name: string, meant: string): Wording => ({
  english: `${name} is not a setting and does nothing: did you mean ${meant}?`,
  russian: `${name}: такой настройки нет, она ничего не делает. Возможно, нужна ${meant}?`,
});

/** How many characters are changed, added, left out or swapped with their neighbour (optimal string alignment). */
function distanceOf(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
