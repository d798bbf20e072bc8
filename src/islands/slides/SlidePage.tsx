import '../../styles/slides.css';
import { useStore } from '@nanostores/react';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Note } from '../../../contract/mnote.ts';
import { formatDay } from '../../../rules/format/day.ts';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { site } from '../../lib/site/site.ts';
import { $slideBanner } from '../../lib/slides/banner-store.ts';
import { lastSlideQuery } from '../../lib/slides/list-store.ts';
import { slideCalls } from '../../lib/slides/slide-calls.ts';
import { createSlidePage } from '../../lib/slides/slide-store.ts';
import { slides } from '../../lib/slides/slide-texts.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { SlideImages } from './SlideImages.tsx';
import { SLIDE_BODY, SLIDE_HEAD, SlideValues } from './SlideValues.tsx';
import { useSlideId } from './use-slide-id.ts';

/** One slide with everything that belongs to it, and what can be done with it. */
export default function SlidePage() {
  const id = useSlideId() ?? 0;
  const [store] = useState(() => createSlidePage(slideCalls, id));
  const state = useStore(store.$page);

  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    if (state.phase === 'ready') document.title = portal.title(state.note.title || slides.untitled);
    if (state.phase !== 'failed') return;
    if (state.failure.kind !== 'missing') return leaveToAuth(state.failure);
    $slideBanner.set({ kind: 'missing' });
    $router.open(paths.slides(''), true);
  }, [state]);

  async function remove({ title, isPublic }: Note): Promise<Confirmed> {
    const failure = await store.remove();
    if (failure) return { refused: `${slides.removeFailed} ${failureText(failure)}` };
    $slideBanner.set({ kind: 'removed', title: title || slides.untitled, isPublic });
    $router.open(paths.slides(lastSlideQuery(tabMemory)), true);
    return { done: true };
  }

  if (state.phase !== 'ready') return <p role="status">{slides.loadingOne}</p>;
  const { note } = state;
  return (
    <article className="slide-page">
      <div className="buttons no-print">
        <a className="button" href={paths.slides(lastSlideQuery(tabMemory))}>
          <ArrowLeft aria-hidden="true" />
          {slides.back}
        </a>
        <a className="button" href={paths.slideEdit(id)}>
          <Pencil aria-hidden="true" />
          {slides.edit}
        </a>
        <ConfirmButton
          className="button danger"
          question={slides.removeQuestion}
          details={slides.removeDetails(note.title || slides.untitled)}
          yes={slides.remove}
          onConfirm={() => remove(note)}
        >
          <Trash2 aria-hidden="true" />
          {slides.remove}
        </ConfirmButton>
      </div>
      <div className="slide-card-head">
        <SlideValues names={SLIDE_HEAD} slide={note} />
        <span className="muted small">
          {slides.createdAt(formatDay(new Date(note.createdAt), site.timeZone))}
        </span>
      </div>
      <SlideValues names={SLIDE_BODY} slide={note} />
      <SlideImages files={note.files} />
    </article>
  );
}
