import type { CatalogueState } from './catalogue-log.ts';
import { COPY_FORMAT } from './tables.ts';

const ENDING = '.db';
/** Digits of the largest transaction number. */
const DIGITS = 20;

const prefixOf = ({ catalogue }: CatalogueState): string => `copy-${COPY_FORMAT}-${catalogue}-`;

/** The name of a copy that shows this state; of two of one catalogue the later one sorts behind. */
export function snapshotName(state: CatalogueState): string {
  // The middle of the notation is the first transaction that had not begun.
  const end = state.place.split(':')[1] ?? '0';
  return prefixOf(state) + end.padStart(DIGITS, '0') + ENDING;
}

/** The names of copies that may serve a process which finds the catalogue in this state, the newest first. */
export function fittingNames(names: readonly string[], state: CatalogueState): string[] {
  const fitting = (name: string) => name.startsWith(prefixOf(state)) && name.endsWith(ENDING);
  return names.filter(fitting).sort().reverse();
}
