import {
  BLANK_POSITION,
  type ColumnsWhere,
  type ColumnsWith,
  columnsWith,
  POSITION_NAMES,
  type PositionColumnName,
  type PositionRecord,
} from '../../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';

/** Columns that an import does not hold: photos are no part of lists, the moments are written beside. */
type Elsewhere = 'photo' | 'created_at' | 'updated_at';
export type StoredColumn = Exclude<PositionColumnName, Elsewhere>;

const ELSEWHERE: readonly PositionColumnName[] = ['photo', 'created_at', 'updated_at'] satisfies Elsewhere[];

/** The columns that an import reads and that it gives a new position. */
export const STORED_COLUMNS = POSITION_NAMES.filter(
  (name): name is StoredColumn => !ELSEWHERE.includes(name),
);

/** A position as an import sees it: the table's columns and its article key; units as in the first migration. */
export type StoredPosition = Pick<PositionRecord, StoredColumn> & { readonly article_key: string };

/** A position of which nothing is known yet. */
export const BLANK: StoredPosition = { ...BLANK_POSITION, article_key: '' };

/** The columns that an import writes in a position that exists. */
export type WrittenColumn = ColumnsWith<'compared'>;

const WRITTEN = columnsWith('compared');

/** In which columns two states of a position differ. */
export function changedColumns(one: StoredPosition, other: StoredPosition): WrittenColumn[] {
  const names: WrittenColumn[] = [];
  for (const name of WRITTEN) if (one[name] !== other[name]) names.push(name);
  return names;
}

/** Whether a column says something of the part, and not only when it was confirmed or how it is found. */
export const isContent = (name: WrittenColumn): name is ColumnsWhere<'compared', 'content'> =>
  POSITION_COLUMNS[name].compared === 'content';

/** All columns of that kind. */
export const CONTENT_COLUMNS = WRITTEN.filter(isContent);

/** Whether the history of a run tells of a column. */
export const isTold = (name: WrittenColumn): boolean =>
  ['content', 'told'].includes(POSITION_COLUMNS[name].compared);

/** Whether a column is part of what the search index knows. */
export const isSearched = (name: WrittenColumn): boolean => POSITION_COLUMNS[name].searched !== null;

/** What the history of a run says of a position, before or after the run. */
export type HistoryFields = Partial<Pick<StoredPosition, WrittenColumn>>;

/** What a position says in these columns after a run, as JSON for the history. */
export const toldFields = (position: StoredPosition, names: readonly WrittenColumn[]): string =>
  fieldsText(position, names.filter(isTold));

/** What it said in them before, with what can be restored from nowhere else. */
export const priorFields = (position: StoredPosition, names: readonly WrittenColumn[]): string =>
  fieldsText(
    position,
    names.filter((name) => POSITION_COLUMNS[name].compared !== 'silent'),
  );

/** What a position says in these columns, as JSON. */
export function fieldsText(position: StoredPosition, names: readonly WrittenColumn[]): string {
  const fields: Partial<Record<WrittenColumn, string | number | null>> = {};
  for (const name of names) fields[name] = position[name];
  return JSON.stringify(fields);
}

/** What a new position says, for the history of a run; empty texts and zeros are left out. */
export const newFields = (position: StoredPosition): string =>
  toldFields(
    position,
    WRITTEN.filter((name) => position[name]),
  );
