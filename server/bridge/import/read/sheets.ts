import { ReadError } from './error.ts';

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
