const ROW = /^\|.*\|\s*$/;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;
/** Columns of a table; a wider one stays as written, so that no text can pile up elements. */
const COLUMNS_MAX = 24;

/** Whether a line is a row of a table: it begins and ends with a bar. */
export const isTableRow = (text: string): boolean => text.length > 1 && ROW.test(text);

/** How many columns a rule under the head of a table sets off; 0 when the line is none. */
export function columnsOfRule(text: string): number {
  if (!RULE.test(text)) return 0;
  const columns = text.trimEnd().split('|').length - 2;
  return columns <= COLUMNS_MAX ? columns : 0;
}

/** Cells of a row. A bar inside `[[name|label]]`, inside code or behind a backslash parts nothing. */
export function cellsOf(text: string): string[] {
  const row = text.trimEnd();
  const inner = row.slice(1, -1);
  const cells: string[] = [];
  let cell = '';
  let at = 0;
  for (const { index, 0: found } of inner.matchAll(/\\\||\[\[[^[\]]*\]\]|`[^`]*`|\|/g)) {
    cell += inner.slice(at, index);
    at = index + found.length;
    if (found === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += found === '\\|' ? '|' : found;
  }
  cells.push((cell + inner.slice(at)).trim());
  return cells;
}
