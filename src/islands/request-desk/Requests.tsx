import '../../styles/requests.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { RequestRow } from '../../../contract/requests.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';
import { deskCalls } from '../../lib/request-desk/desk-calls.ts';
import { deskErrors, nameOf, requests as texts } from '../../lib/request-desk/desk-texts.ts';
import { newRequests } from '../../lib/request-desk/new-requests.ts';
import { queryOf, queryText } from '../../lib/request-desk/query.ts';
import { createRequests } from '../../lib/request-desk/requests-store.ts';
import { site } from '../../lib/site/site.ts';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { StateTag } from './StateTag.tsx';

const momentOf = (text: string): string => formatMoment(new Date(text), site.timeZone);

/** The requests of buyers, newest first, as the filters of the address have them. */
export default function Requests() {
  const [store] = useState(() => createRequests(deskCalls));
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => {
    void store.search(query);
    void newRequests.load();
    return store.leave;
  }, [address]);
  const { phase, rows, next, searching } = state;
  const isEmpty = rows.length === 0;
  return (
    <div className="requests">
      <p className="muted">{texts.lead}</p>
      <RequestFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.requests + queryText(wanted))}
      />
      <CursorFrame
        state={state}
        texts={texts}
        errors={deskErrors}
        list="requests-list"
        bone="requests-bone"
        bones={5}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        <p role="status" className={isEmpty && !searching ? 'data-list-empty' : 'visually-hidden'}>
          {!searching &&
            (isEmpty
              ? address === ''
                ? texts.empty
                : texts.nothingFound
              : texts.found(rows.length, next !== null))}
        </p>
        {!isEmpty && (
          <ul className="requests-list" aria-label={texts.list} aria-busy={searching}>
            {rows.map((row) => (
              <Item key={row.id} row={row} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

/** One request: its number leads to it, the contact is at hand. */
function Item({ row }: { readonly row: RequestRow }) {
  const { id, number, state, at, name, phone, email, changedAt, changedBy } = row;
  return (
    <li className="requests-row">
      <div className="requests-number">
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
      <div className="requests-state">
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
