// The screen on which staff see the requests of buyers, newest first, by filters. One of them is StaffRequest.tsx.
import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { REQUEST_STATES } from '../../../contract/requests/forms.ts';
import type { RequestRow } from '../../../contract/requests/requests.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import * as staffRequestStore from '../../lib/requests/staff-request-store.ts';
import { nameOf, STATES, staffRequestErrors, requests as texts } from '../../lib/requests/staff-request-texts.ts';
import { FilterSelect } from '../ui/ChoiceSelect.tsx';
import { FilterForm, PeriodFilter, useFilterWords } from '../ui/FilterForm.tsx';
import { useOnChange } from '../ui/hooks.ts';
import { CursorFrame } from '../ui/ListFrame.tsx';
import { StateTag } from './RequestItems.tsx';

const momentOf = (text: string): string => formatMoment(new Date(text), site.timeZone);

export default function RequestList() {
  const [store] = useState(() => staffRequestStore.createRequests(staffRequestStore.staffRequestCalls));
  const state = useStore(store.$list);
  const query = staffRequestStore.queryOf(useStore($router)?.search ?? {});
  const address = staffRequestStore.queryText(query);
  useOnChange(address, () => {
    void store.search(query);
    void staffRequestStore.newRequests.load();
    return store.leave;
  });
  const { phase, rows, next, searching } = state;
  const isEmpty = rows.length === 0;
  return (
    <div className="requests">
      <p className="muted">{texts.lead}</p>
      <RequestFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.requests + staffRequestStore.queryText(wanted))}
      />
      <CursorFrame
        state={state}
        texts={texts}
        errors={staffRequestErrors}
        list="records carded"
        bones={5}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}>
        <p role="status" className={isEmpty && !searching ? 'data-list-empty muted' : 'visually-hidden'}>
          {!searching &&
            (isEmpty ? (address === '' ? texts.empty : texts.nothingFound) : texts.found(rows.length, next !== null))}
        </p>
        {!isEmpty && (
          <ul className="records carded" aria-label={texts.list} aria-busy={searching}>
            {rows.map((row) => (
              <Item key={row.id} row={row} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

function Item({ row }: { readonly row: RequestRow }) {
  const { id, number, state, at, name, phone, email, changedAt, changedBy } = row;
  return (
    <li className="requests-row">
      <div className="requests-number gap-4 left stack">
        <a href={paths.request(id)}>{texts.number(number)}</a>
        <time className="muted small" dateTime={at}>
          {momentOf(at)}
        </time>
      </div>
      <div>
        <strong>{name}</strong>
        <p className="muted small">{[phone, email].filter(Boolean).join(', ')}</p>
      </div>
      <div>{texts.sum(row)}</div>
      <div className="gap-4 left stack">
        <StateTag state={state} />
        {changedBy && (
          <span className="muted small">
            {nameOf(changedBy)}, {momentOf(changedAt)}
          </span>
        )}
      </div>
    </li>
  );
}

interface Props {
  readonly query: staffRequestStore.RequestQuery;
  readonly busy: boolean;
  readonly onChange: (query: staffRequestStore.RequestQuery) => void;
}

/** What the list is narrowed by; a choice goes into the address at once, words when they are sent. */
function RequestFilters({ query, busy, onChange }: Props) {
  const words = useFilterWords(query.search);
  const change = (next: staffRequestStore.RequestQuery) => onChange({ ...query, search: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={
        staffRequestStore.queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }
      }>
      <FilterSelect
        label={texts.state}
        any={texts.anyState}
        choices={REQUEST_STATES.map((state) => ({ id: state, title: STATES[state] }))}
        value={query.state}
        onChange={(state) => change({ state })}
      />
      <PeriodFilter texts={texts} value={query} onChange={change} />
    </FilterForm>
  );
}
