// The editor that all simple lists of titles share (brands, suppliers, roles): search, new record, rows. One row is
// DataListRow.tsx.
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import { lists } from '../../lib/ui/list-editor-texts.ts';
import type { List } from '../../lib/ui/reference-list.ts';
import { Failed } from './controls.tsx';
import { DataListForm, DataListRow, type DataListTexts } from './DataListRow.tsx';
import { useLeave } from './hooks.ts';
import { InParts, ListHead } from './ListFrame.tsx';

interface DataListProps {
  readonly list: List;
  readonly texts: DataListTexts;
  /** What else is known of a row, and can be changed, below its title. */
  readonly about?: (row: ReferenceRow) => ReactNode;
}

export function DataList({ list, texts, about }: DataListProps) {
  const state = useStore(list.$list);
  /** What is being edited: a row's id, `new`, or nothing. One form at a time. */
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [said, setSaid] = useState('');
  const createButton = useRef<HTMLButtonElement>(null);

  useEffect(() => void list.search(''), [list]);

  useLeave(state.phase === 'failed' ? state.failure : null);

  function finish(text: string) {
    setSaid(text);
    setEditing(null);
    // After the form or the dialog with the focus is gone.
    requestAnimationFrame(() => createButton.current?.focus());
  }

  if (state.phase !== 'ready') return <DataListSkeleton />;
  return (
    <div className="data-list">
      <ListHead
        searchLabel={texts.searchPlaceholder}
        search={state.title}
        onSearch={(text) => void list.search(text)}
        createLabel={lists.create}
        creating={editing === 'new'}
        createButton={createButton}
        onCreate={() => setEditing('new')}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {state.failure && <Failed failure={state.failure} onAgain={() => void list.search(state.title)} />}
      {editing === 'new' && (
        <DataListForm
          label={texts.field}
          errors={texts.errors}
          title=""
          yes={lists.add}
          onSave={list.create}
          onDone={() => finish(lists.added(list.savedTitle()))}
          onCancel={() => finish('')}
        />
      )}
      {state.rows.length === 0 ? (
        <p className="data-list-empty muted">
          {state.title.trim() === '' ? lists.empty : lists.noneFound(state.title.trim())}
        </p>
      ) : (
        <InParts rows={state.rows}>
          {(shown) => (
            <ul className="data-list-rows" aria-label={texts.heading}>
              {shown.map((row: ReferenceRow) => (
                <DataListRow
                  key={row.id}
                  row={row}
                  texts={texts}
                  editing={editing === row.id}
                  onEdit={() => setEditing(row.id)}
                  onClose={() => setEditing(null)}
                  onDone={setSaid}
                  onRemoved={() => finish(lists.removed(row.title))}
                  list={list}
                  about={about}
                />
              ))}
            </ul>
          )}
        </InParts>
      )}
    </div>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

function DataListSkeleton() {
  return (
    <div className="data-list" aria-busy="true">
      <p className="visually-hidden" role="status">
        {lists.loading}
      </p>
      <div aria-hidden="true">
        <span className="skeleton row-bone" />
        {ROWS.map((row) => (
          <span key={row} className="skeleton row-bone" />
        ))}
      </div>
    </div>
  );
}
