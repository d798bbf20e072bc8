import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { catalog, exactText, foundText, shownText } from '../../lib/catalogue/catalogue-texts.ts';
import { restoreTop, search } from '../../lib/catalogue/search-page.ts';
import type { Found } from '../../lib/catalogue/search-store.ts';
import { failureText, tryAgain } from '../../lib/trouble/failure-texts.ts';
import { LoadMore } from '../ui/LoadMore.tsx';
import { NothingFound } from './NothingFound.tsx';
import { ReadOtherwise } from './ReadOtherwise.tsx';
import { ResultsSkeleton } from './ResultsSkeleton.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import { SearchHint } from './SearchHint.tsx';

/** Only a query with a digit may name an article. */
const FoundCrosses = lazy(() => import('./FoundCrosses.tsx'));

/** What the search in the address gives: hint, waiting, rows, nothing or a failure with a way on. */
export function Results() {
  const state = useStore(search.$search);
  return (
    <>
      <p role="status" className="visually-hidden">
        {state.phase === 'found' && statusText(state.found)}
        {state.phase === 'nothing' && catalog.nothing}
      </p>
      {state.phase === 'empty' && <SearchHint />}
      {state.phase === 'loading' && <ResultsSkeleton />}
      {state.phase === 'nothing' && <NothingFound query={state.query} isStrict={state.isStrict} />}
      {state.phase === 'found' && <FoundRows found={state.found} query={state.query} />}
      {(state.phase === 'nothing' || state.phase === 'found') && /\p{N}/u.test(state.query) && (
        <Suspense>
          <FoundCrosses query={state.query} />
        </Suspense>
      )}
      {state.phase === 'failed' && (
        <section className="search-failed" role="alert">
          <h2>{catalog.failed}</h2>
          <p>{failureText(state.failure)}</p>
          <button type="button" className="button" onClick={() => void search.retry()}>
            {tryAgain}
          </button>
        </section>
      )}
    </>
  );
}

const statusText = ({ total, totalIsBound, rows }: Found): string =>
  `${foundText(total, totalIsBound)}. ${shownText(rows.length)}`;

function FoundRows({ found, query }: { found: Found; query: string }) {
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(restoreTop, []);
  // The last page takes the button away: the keyboard goes on at the first of the new rows.
  const rowsBefore = useRef(found.rows.length);
  useEffect(() => {
    const before = rowsBefore.current;
    rowsBefore.current = found.rows.length;
    if (found.more || found.rows.length <= before || document.activeElement !== document.body) return;
    list.current?.querySelectorAll<HTMLElement>('a.title')[before]?.focus({ preventScroll: true });
  }, [found.rows.length, found.more]);

  const onlyExact = found.exact > 0 && found.rows.every((row) => row.match === 'exact');
  return (
    <section ref={list} className="found">
      <div className="found-head">
        <h2>{foundText(found.total, found.totalIsBound)}</h2>
        {found.exact > 0 && <p className="muted">{exactText(found.exact)}</p>}
        {found.note && <ReadOtherwise query={query} note={found.note} notes={found.notes} />}
      </div>
      <ResultsTable rows={found.rows} query={found.note ?? query} />
      {found.more && (
        <LoadMore
          label={onlyExact && found.rows.length >= found.exact ? catalog.similar : catalog.more}
          loadingLabel={catalog.loadingMore}
          loading={found.loadingMore}
          failure={found.moreFailure}
          failed={catalog.moreFailed}
          onMore={() => void search.more()}
        />
      )}
    </section>
  );
}
