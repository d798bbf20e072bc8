const STOPS = 'input, button';
/** Rows that a page key passes over. */
const PAGE_ROWS = 10;

/** What can have the focus in a cell: its last stop, which is the name of a row rather than its box when asked for. */
const stopsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>(STOPS)];

const rowsOf = (table: HTMLTableElement): HTMLTableRowElement[] => [...table.rows];

/** One stop of the table for Tab, at `stop` or wherever one is. */
export function keepTabStop(table: HTMLTableElement | null, stop?: HTMLElement): void {
  if (!table) return;
  const held = [...table.querySelectorAll<HTMLElement>('[tabindex="0"]')];
  const kept = stop ?? held[0] ?? table.querySelector<HTMLElement>(STOPS);
  for (const one of held) if (one !== kept) one.tabIndex = -1;
  if (kept) kept.tabIndex = 0;
}

/** Where a key leads from a stop of the table; null for keys that lead nowhere. */
export function nextStop(table: HTMLTableElement, from: HTMLElement, key: string, ctrl: boolean): HTMLElement | null {
  const cell = from.closest('th, td') as HTMLTableCellElement | null;
  const row = cell?.parentElement as HTMLTableRowElement | null;
  if (!cell || !row) return null;
  const inRow = stopsIn(row);
  const at = inRow.indexOf(from);
  const rows = rowsOf(table);
  const down = (by: number) => {
    const target = rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)];
    if (!target || target === row) return null;
    const below = target.cells[Math.min(cell.cellIndex, target.cells.length - 1)];
    return (below && stopsIn(below)[stopsIn(cell).indexOf(from)]) ?? (below && stopsIn(below).at(-1)) ?? null;
  };
  switch (key) {
    case 'ArrowRight':
      return inRow[at + 1] ?? null;
    case 'ArrowLeft':
      return inRow[at - 1] ?? null;
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return down(-1);
    case 'PageDown':
      return down(PAGE_ROWS);
    case 'PageUp':
      return down(-PAGE_ROWS);
    case 'Home':
      return ctrl ? (stopsIn(table)[0] ?? null) : (inRow[0] ?? null);
    case 'End':
      return ctrl ? (stopsIn(table).at(-1) ?? null) : (inRow.at(-1) ?? null);
    default:
      return null;
  }
}
