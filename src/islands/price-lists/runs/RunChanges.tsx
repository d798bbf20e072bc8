// What a run (one import of a price list) changed, position by position, on its page, with a search.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { RunChange } from '../../../../contract/catalogue/run-changes.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { runReport, runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import * as runStore from '../../../lib/price-lists/runs/run-store.ts';
import { FilterForm, useFilterWords } from '../../ui/FilterForm.tsx';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { FileButton } from './RunActions.tsx';

function foundText({ query, rows, first }: ReturnType<runStore.Changes['$list']['get']>): string {
  const total = first?.total ?? 0;
  if (query === '') return texts.changesTotal(total);
  return rows.length === 0 ? texts.changesNone(query) : texts.changesFound(total);
}

/** The list's own words, as the frame of a list knows them. */
const LIST_TEXTS = {
  loading: texts.changesLoading,
  failed: texts.changesFailed,
  more: texts.more,
  moreFailed: texts.changesMoreFailed,
};

export function RunChanges({ runId }: { readonly runId: number }) {
  const [store] = useState(() => runStore.createChanges(runCalls, runId));
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
        bones={3}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}>
        {first?.total === 0 && <p className="muted">{texts.changesEmpty}</p>}
        {first !== null && first.total > 0 && (
          <>
            <FilterForm
              label={texts.changesFilter}
              words={words}
              wordsLabel={texts.changesSearch}
              submitLabel={texts.changesFind}
              busy={searching}
              onSubmit={() => void store.search(words.typed())}>
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

function ChangesTable({ changes }: { readonly changes: readonly RunChange[] }) {
  return (
    <table className="changes-table cards labelled">
      <thead>
        <tr>
          <th scope="col">{texts.position}</th>
          <th scope="col">{texts.change}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.positionId}>
            <td data-label={texts.position} className="breaks">
              <span>
                <a className="mono" href={paths.card(change.positionId)}>
                  {change.article}
                </a>{' '}
                {change.title}
              </span>
            </td>
            <td data-label={texts.change} className="breaks">
              <ChangedCells change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangedCells({ change }: { readonly change: RunChange }) {
  return (
    <ul className="gap-0-16 row">
      {change.before === null && (
        <li>
          <span className="tag ok">{texts.created}</span>
        </li>
      )}
      {runStore.changedCells(change).map(({ label, before, after }) => (
        <li key={label}>
          <span className="muted">{label}:</span>{' '}
          {before !== null && (
            <>
              <span className="muted">{before}</span> <span aria-hidden="true">→</span>
              <span className="visually-hidden"> {runReport.becomes} </span>{' '}
            </>
          )}
          {before === null ? after : <strong>{after}</strong>}
        </li>
      ))}
    </ul>
  );
}
