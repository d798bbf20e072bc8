import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type Changes, createChanges } from '../../lib/import-runs/changes-store.ts';
import { runs as texts } from '../../lib/import-runs/history-texts.ts';
import { runCalls } from '../../lib/import-runs/run-calls.ts';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { FilterForm, useFilterWords } from '../ui/FilterForm.tsx';
import { ChangesTable } from './ChangesTable.tsx';
import { FileButton } from './FileButton.tsx';

function foundText({ query, rows, first }: ReturnType<Changes['$list']['get']>): string {
  const total = first?.total ?? 0;
  if (query === '') return texts.changesTotal(total);
  return rows.length === 0 ? texts.changesNone(query) : texts.changesFound(total);
}

/** The list's own words, as the frame of a list knows them. */
const LIST_TEXTS = {
  loading: texts.changesLoading,
  failed: texts.changesFailed,
  more: texts.more,
  moreLoading: texts.moreLoading,
  moreFailed: texts.changesMoreFailed,
};

/** What a run changed, position by position, with a search and as a file. */
export function RunChanges({ runId }: { readonly runId: number }) {
  const [store] = useState(() => createChanges(runCalls, runId));
  const state = useStore(store.$list);
  const { rows, first, query, searching } = state;
  const words = useFilterWords(query);
  useEffect(() => {
    void store.search('');
    return store.leave;
  }, [store]);

  return (
    <section className="reports">
      <h2>{texts.changes}</h2>
      <CursorFrame
        state={state}
        texts={LIST_TEXTS}
        list="run-list"
        bone="run-bone"
        bones={3}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        {first?.total === 0 && <p className="muted">{texts.changesEmpty}</p>}
        {first !== null && first.total > 0 && (
          <>
            <FilterForm
              label={texts.changesFilter}
              words={words}
              wordsLabel={texts.changesSearch}
              submitLabel={texts.changesFind}
              busy={searching}
              onSubmit={() => void store.search(words.typed())}
            >
              <span className="muted" role="status">
                {foundText(state)}
              </span>
              <FileButton
                runId={runId}
                file="changes.xlsx"
                name={`changes-${runId}.xlsx`}
                label={texts.downloadChanges}
              />
            </FilterForm>
            {rows.length > 0 && <ChangesTable changes={rows} />}
          </>
        )}
      </CursorFrame>
    </section>
  );
}
