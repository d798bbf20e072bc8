import type { ArticleFrom } from '../../../../contract/upload.ts';
import { type Cell, EMPTY_CELL, type SheetRow } from '../../../sheets/read/cell.ts';
import { articleKey } from '../../../text/article-key.ts';
import { articleInTitle } from './article-in-title.ts';
import type { ColumnMap } from './columns.ts';
import { cleanText } from './text.ts';

/** What a row has for an article, and where it was found. */
export interface ArticleReading {
  readonly cell: Cell;
  /** Null where the row says nothing of one. */
  readonly column: number | null;
  readonly text: string;
  /** What stands in for a missing article. */
  readonly from: ArticleFrom | null;
}

/**
 * The article of a row: its own cell, or what the rules let stand in for it where that is empty or, for articles
 * inside titles, is the title.
 */
export function articleOf(
  cells: SheetRow['cells'],
  columns: ColumnMap,
  from: ArticleFrom | null,
): ArticleReading {
  const cell = cells.get(columns.article ?? 0) ?? EMPTY_CELL;
  const own = { cell, column: columns.article ?? null, text: cleanText(cell.text), from: null };
  if (from === null) return own;
  const isTitle = from === 'title' && columns.article === columns.title;
  const isKnown = cell.kind === 'error' || cell.kind === 'date' || articleKey(own.text) !== '';
  if (isKnown && !isTitle) return own;
  const column = columns[from] ?? 0;
  const other = cells.get(column);
  if (other === undefined || other.kind === 'error' || other.kind === 'date') return own;
  const text = cleanText(other.text);
  return { cell: other, column, text: from === 'title' ? articleInTitle(text) : text, from };
}
