import { useEffect, useRef } from 'react';
import type { ListedDocument } from '../../../../contract/docflow-list.ts';
import type { ListSort } from '../../../../contract/document-lists.ts';
import type { Viewer } from '../../../lib/docflow/acts.ts';
import { documentList } from '../../../lib/docflow/document-texts.ts';
import { type Order, pressed } from '../../../lib/docflow/list-order.ts';
import { columnNames, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import type { Marks } from '../../../lib/docflow/marks.ts';
import { DocumentRow } from './DocumentRow.tsx';

interface Props {
  readonly rows: readonly ListedDocument[];
  readonly viewer: Viewer | null;
  readonly order: Order;
  readonly marks: Marks;
  readonly busy: boolean;
  readonly onOrder: (order: Order) => void;
  readonly onMark: (id: number, isRange: boolean) => void;
  readonly onMarkAll: () => void;
}

/** Columns of the table in their order; those without a sort have a name of their own. */
const COLUMNS: readonly (ListSort | 'signed')[] = [
  'num',
  'title',
  'task',
  'directing',
  'author',
  'state',
  'signed',
  'since',
  'saved',
];

/** Documents in close rows, sorted by their headings. */
export function DocumentTable(props: Props) {
  const { rows, viewer, order, marks, busy, onOrder, onMark, onMarkAll } = props;
  const isEvery = rows.length > 0 && rows.every(({ id }) => marks.ids.has(id));
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = marks.ids.size > 0 && !isEvery;
  }, [marks, isEvery]);

  return (
    <table className="doc-table" aria-label={documentList.label} aria-busy={busy}>
      <thead>
        <tr>
          <th className="doc-mark">
            <label>
              <input
                ref={all}
                type="checkbox"
                aria-label={texts.markAll}
                checked={isEvery}
                onChange={onMarkAll}
              />
              <span className="doc-mark-all" aria-hidden="true">
                {texts.markAll}
              </span>
            </label>
          </th>
          {COLUMNS.map((column) =>
            column === 'signed' ? (
              <th key={column}>{texts.signed}</th>
            ) : (
              <Heading key={column} column={column} order={order} onOrder={onOrder} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            viewer={viewer}
            isMarked={marks.ids.has(document.id)}
            onMark={onMark}
          />
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps {
  readonly column: ListSort;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function Heading({ column, order, onOrder }: HeadingProps) {
  const isSorted = order.by === column;
  const sorted = isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <th className={`doc-col-${column}`} aria-sort={sorted}>
      <button type="button" className="doc-sort" onClick={() => onOrder(pressed(order, column))}>
        {columnNames[column]}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
