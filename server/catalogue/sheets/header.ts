import { GUESSED_COLUMNS, type GuessedColumn } from '../../../contract/price-lists/columns.ts';
import type { SheetRow } from '../../platform/sheet-reader/cell.ts';
import { HEADER_WORDS } from './header-words.ts';

/** The names of the columns, as far as rows at the top say them. */
interface Header {
  /** Rows that they stand in, from 1; empty: there are none. */
  readonly rows: readonly number[];
  /** By column number from 1: the texts of all these rows. */
  readonly names: ReadonlyMap<number, string>;
}

const NO_HEADER: Header = { rows: [], names: new Map() };
/** How far down a header is looked for. */
const HEADER_ROWS_MAX = 60;
/** A header has to name so much: two columns with words that are used for hardly anything else. */
const SCORE_MIN = 13;
/** Further rows that may belong to it. */
const ROWS_BELOW = 2;

/** Columns that a row names, and how surely, each column of a list once. */
function scoreOf(row: SheetRow): number {
  const best = new Map<string, number>();
  for (const { kind, text } of row.cells.values()) {
    if (kind !== 'text') continue;
    for (const [column, score] of headerScores(text)) best.set(column, Math.max(score, best.get(column) ?? 0));
  }
  return [...best.values()].reduce((sum, score) => sum + score, 0);
}

const hasNumbers = ({ cells }: SheetRow): boolean => [...cells.values()].some(({ kind }) => kind === 'number');

/** Whether a row beside the header goes on naming columns: most of its cells do, and none is a number. */
function namesOn(row: SheetRow | undefined): row is SheetRow {
  if (!row || row.cells.size < 2 || hasNumbers(row)) return false;
  const naming = [...row.cells.values()].filter(({ text }) => headerScores(text).size > 0).length;
  return naming * 2 > row.cells.size;
}

/** Finds the row that names the most, together with rows below it that go on doing so. */
export function findHeader(rows: readonly SheetRow[]): Header {
  let at = -1;
  let most = SCORE_MIN - 1;
  for (const [index, row] of rows.entries()) {
    if (row.row > HEADER_ROWS_MAX) break;
    const score = scoreOf(row);
    if (score <= most) continue;
    most = score;
    at = index;
  }
  const main = rows[at];
  if (!main) return NO_HEADER;
  const header = [main];
  const above = rows[at - 1];
  if (above?.row === main.row - 1 && namesOn(above)) header.unshift(above);
  for (const below of rows.slice(at + 1, at + 1 + ROWS_BELOW)) {
    if (below.row !== (header.at(-1) as SheetRow).row + 1 || !namesOn(below)) break;
    header.push(below);
  }
  return { rows: header.map(({ row }) => row), names: joined(header) };
}

function joined(header: readonly SheetRow[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { cells } of header)
    for (const [column, { text }] of cells) names.set(column, `${names.get(column) ?? ''} ${text.trim()}`.trim());
  return names;
}

/** Longest text of a header that is looked at: what is longer is a sentence about the list. */
const HEADER_MAX = 80;

/** The words of a header cell as they are compared. */
const headerWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const containsHeading = (words: readonly string[], wanted: string): boolean =>
  wanted.endsWith('$') ? words.includes(wanted.slice(0, -1)) : words.some((word) => word.startsWith(wanted));

/** Whether the header holds one of these beginnings of words. */
export const containsAnyHeading = (text: string, wanted: readonly string[]): boolean => {
  const words = headerWords(text);
  return wanted.some((beginning) => containsHeading(words, beginning));
};

/** How surely a header names each column, 1 to 10; those that it does not name are missing. */
export function headerScores(text: string): ReadonlyMap<GuessedColumn, number> {
  const scores = new Map<GuessedColumn, number>();
  if (text.length > HEADER_MAX) return scores;
  const words = headerWords(text);
  if (words.length === 0) return scores;
  for (const column of GUESSED_COLUMNS) {
    const { markers: told, against } = HEADER_WORDS[column];
    const named = Math.max(
      0,
      ...told
        .filter(([all]) => all.split(' ').every((word) => containsHeading(words, word)))
        .map(([, weight]) => weight),
    );
    const denied = against
      .filter(([word]) => containsHeading(words, word))
      .reduce((sum, [, weight]) => sum + weight, 0);
    if (named > denied) scores.set(column, named - denied);
  }
  return scores;
}
