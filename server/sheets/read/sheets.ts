import { ReadError } from './error.ts';
import type { SheetWish } from './wire.ts';

/** A sheet with what is wanted of it. */
export interface WantedSheet<S> {
  readonly sheet: S;
  readonly wish: SheetWish;
}

/** The sheets that are wanted, in the order of the book; throws a ReadError where the book has not one of them. */
export function pickSheets<S extends { readonly title: string; readonly visible: boolean }>(
  sheets: readonly S[],
  wishes: readonly SheetWish[],
): WantedSheet<S>[] {
  return wishes
    .map((wish) => ({ sheet: pickSheet(sheets, wish.sheet), wish }))
    .toSorted((one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet));
}

/** The sheet with that title (letter case aside), or the first visible one when no title is asked for. */
export function pickSheet<S extends { readonly title: string; readonly visible: boolean }>(
  sheets: readonly S[],
  title: string | null,
): S {
  const folded = title?.trim().toLowerCase();
  const sheet = folded
    ? sheets.find((candidate) => candidate.title.trim().toLowerCase() === folded)
    : sheets.find((candidate) => candidate.visible);
  if (sheet) return sheet;
  if (!folded) throw new ReadError('NO_SHEETS');
  throw new ReadError(
    'NO_SHEET',
    sheets
      .slice(0, 20)
      .map((candidate) => candidate.title)
      .join(', '),
  );
}
