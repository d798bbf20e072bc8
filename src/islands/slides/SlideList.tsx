// The screen on which administrators see, search and reorder the slides (pictures and news of the front page).
import '../../styles/editing.css';
import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Note } from '../../../contract/slides/slides.ts';
import { conflict } from '../../lib/editing/editor-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { $router } from '../../lib/platform/router.ts';
import { tabMemory } from '../../lib/platform/tab-memory.ts';
import { $slideBanner, createSlides } from '../../lib/slides/list-store.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
import { slideErrors, slides } from '../../lib/slides/slide-fields.ts';
import { PublicationState, publication } from '../pages/PublicationState.tsx';
import { Button, Failed, Message } from '../ui/controls.tsx';
import { useLeave } from '../ui/hooks.ts';
import { ListSkeleton, LoadMore } from '../ui/ListFrame.tsx';
import { SlideCard, SlideHandle } from './SlideCard.tsx';

const store = createSlides(slideCalls, tabMemory);

/** The slides in their order, which is changed here; the address says what they are searched by. */
export default function SlideList() {
  const state = useStore(store.$slides);
  const words = useStore($portalWords);
  const query = useStore($router)?.search.query ?? '';
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    void store.search(query);
    if (field.current) field.current.value = query;
  }, [query]);
  useLeave(state.first === null ? state.failure : null);

  const [moving, setMoving] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<Failure | null>(null);
  const list = useRef<HTMLUListElement>(null);

  async function keepOrder(): Promise<void> {
    const failure = await store.keepOrder();
    setRefused(failure);
    if (failure) setSaid('');
  }

  function move(note: Note, to: number) {
    const { rows } = store.$slides.get();
    const place = Math.max(0, Math.min(rows.length - 1, to));
    store.move(note.id, place);
    setSaid(slides.movedTo(note.title || slides.untitled, place + 1, rows.length));
  }

  const handleOf = (note: Note) => (
    <SlideHandle
      title={note.title || slides.untitled}
      placeOf={() => store.$slides.get().rows.findIndex(({ id }) => id === note.id)}
      list={list}
      onMove={(to) => move(note, to)}
      onHold={(holds) => setMoving(holds ? note.id : null)}
      onDone={() => void keepOrder()}
    />
  );

  function search(event: SubmitEvent) {
    event.preventDefault();
    const asked = field.current?.value.trim() ?? '';
    if (asked === query) void store.search(asked);
    else $router.open(paths.slides(asked));
  }

  return (
    <div className="slide-list">
      <SlideBanner />
      <div className="data-list-head below-16 row gap-8">
        <search>
          <form className="slides-search line gap-8" onSubmit={search}>
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
            <Button type="submit" busy={state.searching && state.first !== null}>
              {slides.search}
            </Button>
          </form>
        </search>
        <a className="button main" href={paths.slideCreate} lang={words.lang}>
          <Plus aria-hidden="true" />
          {words.slides.create}
        </a>
      </div>
      {state.first === null ? (
        <ListSkeleton loading={slides.loading} list="slide-cards" bone="slide-bone" />
      ) : (
        <>
          {state.failure && state.phase === 'failed' && (
            <Failed failure={state.failure} onAgain={() => void store.search(state.query)} />
          )}
          {refused && (
            <Message kind="error">
              {slides.orderFailed} {failureText(refused, slideErrors(words))}
            </Message>
          )}
          {state.rows.length > 1 && <p className="field-hint">{slides.orderHint}</p>}
          <p role="status" className="visually-hidden">
            {said}
          </p>
          {state.rows.length === 0 ? (
            <p className="data-list-empty muted">
              {state.query === '' ? slides.empty : slides.noneFound(state.query)}{' '}
              {state.query !== '' && <a href={paths.slides('')}>{slides.showAll}</a>}
            </p>
          ) : (
            <ul ref={list} className="slide-cards" aria-label={slides.list} aria-busy={state.searching}>
              {state.rows.map((note) => (
                <SlideCard
                  key={note.id}
                  note={note}
                  words={words}
                  isMoving={moving === note.id}
                  handle={handleOf(note)}
                />
              ))}
            </ul>
          )}
          {state.next !== null && (
            <LoadMore texts={{ ...slides, more: words.slides.more }} state={state} onMore={() => void store.more()} />
          )}
        </>
      )}
    </div>
  );
}

/** What became of the form that was left for the list; a failure leads back to what was typed. */
function SlideBanner() {
  const banner = useStore($slideBanner);
  const words = useStore($portalWords);
  useEffect(() => {
    const said = $slideBanner.get();
    if (said && 'isPublic' in said && said.isPublic) void publication.follow();
    return () => {
      $slideBanner.set(null);
      publication.forget();
    };
  }, []);
  if (banner === null) return null;
  if (banner.kind === 'missing') return <Message kind="info">{slides.missing}</Message>;
  if (banner.kind !== 'failed') {
    return (
      <Message kind="success">
        {banner.kind === 'saved' ? slides.saved(banner.title) : slides.removed(banner.title)}{' '}
        {banner.joined && conflict.merged(banner.joined.who)} {banner.isPublic && <PublicationState />}
      </Message>
    );
  }
  return (
    <Message
      kind="error"
      actions={
        <a className="button" href={banner.id === null ? paths.slideCreate : paths.slideEdit(banner.id)}>
          {slides.toDraft}
        </a>
      }>
      {slides.notSaved(banner.title)} {failureText(banner.failure, slideErrors(words))}
    </Message>
  );
}
