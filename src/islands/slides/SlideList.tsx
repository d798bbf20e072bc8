import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { createSlides } from '../../lib/slides/list-store.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
import { slides } from '../../lib/slides/slide-texts.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { SlideBanner } from './SlideBanner.tsx';
import { SlideCard } from './SlideCard.tsx';

const store = createSlides(slideCalls, tabMemory);

/** The slides, newest first; the address says what they are searched by. */
export default function SlideList() {
  const state = useStore(store.$slides);
  const words = useStore($portalWords);
  const query = useStore($router)?.search.query ?? '';
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void store.search(query);
    if (field.current) field.current.value = query;
  }, [query]);
  useEffect(() => {
    if (state.phase === 'failed' && state.failure) leaveToAuth(state.failure);
  }, [state.phase, state.failure]);

  function search(event: SubmitEvent) {
    event.preventDefault();
    const asked = field.current?.value.trim() ?? '';
    if (asked === query) void store.search(asked);
    else $router.open(paths.slides(asked));
  }

  return (
    <div className="slide-list">
      <SlideBanner />
      <div className="data-list-head">
        <search>
          <form className="slides-search" onSubmit={search}>
            <input
              ref={field}
              type="search"
              name="query"
              className="data-list-search"
              aria-label={slides.searchLabel}
              placeholder={words.slides.searchPlaceholder}
              autoComplete="off"
              defaultValue={query}
            />
            <Button type="submit" busy={state.searching && state.phase === 'ready'}>
              {slides.search}
            </Button>
          </form>
        </search>
        <a className="button main" href={paths.slideCreate} lang={words.lang}>
          <Plus aria-hidden="true" />
          {words.slides.create}
        </a>
      </div>
      {state.phase !== 'ready' ? (
        <ListSkeleton loading={slides.loading} list="slide-cards" bone="slide-bone" />
      ) : (
        <>
          {state.failure && <Failed failure={state.failure} onAgain={() => void store.search(state.query)} />}
          {state.rows.length === 0 ? (
            <p className="data-list-empty">
              {state.query === '' ? slides.empty : slides.noneFound(state.query)}{' '}
              {state.query !== '' && <a href={paths.slides('')}>{slides.showAll}</a>}
            </p>
          ) : (
            <ul className="slide-cards" aria-label={slides.list} aria-busy={state.searching}>
              {state.rows.map((note) => (
                <SlideCard key={note.id} note={note} words={words} />
              ))}
            </ul>
          )}
          {state.hasMore && (
            <LoadMore
              label={words.slides.more}
              loadingLabel={slides.moreLoading}
              loading={state.loadingMore}
              failure={state.moreFailure}
              failed={slides.moreFailed}
              onMore={() => void store.more()}
            />
          )}
        </>
      )}
    </div>
  );
}
