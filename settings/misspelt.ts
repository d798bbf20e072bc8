import { HANDED_ON } from './handed-on.ts';
import type { Wording } from './problem.ts';
import type { Environment } from './setting.ts';
import { SETTINGS } from './table.ts';

/** Names that differ in one character are near; in two only where they are longer than this. */
const SHORT = 6;
/** Variables of other programs that are near a name of ours: npm sets this one on Windows. */
const FOREIGN = ['NODE_EXE'];

const KNOWN = new Set([...Object.keys(SETTINGS), ...Object.values(HANDED_ON), ...FOREIGN]);

/** A word for each variable that does nothing and is written almost like a setting. */
export function misspeltSettings(environment: Environment): Wording[] {
  return Object.keys(environment).flatMap((name) => {
    if (KNOWN.has(name) || !environment[name]) return [];
    const nearest = nearestOf(name.toUpperCase(), Object.keys(SETTINGS));
    return nearest ? [wordingOf(name, nearest)] : [];
  });
}

/** The one of these names that was probably meant. */
export const nearestOf = (name: string, names: readonly string[]): string | undefined =>
  names
    .map((meant) => ({ meant, distance: distanceOf(name, meant) }))
    .filter(({ meant, distance }) => distance <= (meant.length > SHORT ? 2 : 1))
    .sort((a, b) => a.distance - b.distance)[0]?.meant;

const wordingOf = (name: string, meant: string): Wording => ({
  english: `${name} is not a setting and does nothing: did you mean ${meant}?`,
  russian: `${name}: такой настройки нет, она ничего не делает. Возможно, нужна ${meant}?`,
});

/** How many characters have to be changed, added, left out or swapped with their neighbour (optimal string alignment). */
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
