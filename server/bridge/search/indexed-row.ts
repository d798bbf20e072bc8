import {
  type ColumnsWhere,
  type ColumnsWith,
  columnsWith,
  type PositionRecord,
} from '../../../contract/columns-by-use.ts';
import { POSITION_COLUMNS } from '../../../contract/position-columns.ts';

/** What the search index knows of a position. */
export type IndexedRow = Pick<PositionRecord, 'id' | ColumnsWith<'searched'>> & {
  readonly article_key: string;
};

/** The columns of a position that the index is made from. */
export const SEARCHED_COLUMNS = columnsWith('searched');

/** Those whose words go into the index. */
export const WORD_COLUMNS = SEARCHED_COLUMNS.filter(
  (name): name is ColumnsWhere<'searched', 'words'> => POSITION_COLUMNS[name].searched === 'words',
);

/** The columns of an IndexedRow for a query over `positions p JOIN article_keys k ON k.id = p.key_id`. */
export const SELECTED_INDEXED = [
  'p.id',
  ...SEARCHED_COLUMNS.map((name) => `p.${name}`),
  'k.key AS article_key',
].join(', ');
