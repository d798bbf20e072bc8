// The row of slides on the front page, for visitors: scrolls by itself, by hand and by its buttons; without script it
// only scrolls by hand.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { SLIDE_INTERVAL_MS } from '../../../contract/limits.ts';
import * as sliderTrack from '../../lib/slides/slider-track.ts';

interface SliderProps {
  /** The list of slides, `.slides`, which the page itself keeps fresh. */
  readonly children?: ReactNode;
}

/** A calm moment before the first move of a slider that came to life late, milliseconds. */
const CALM_MS = 500;

/** How long ago the slides moved before this island came (`lib/slides/move-slides.ts`), or the page was opened, ms. */
const sinceMove = (track: HTMLElement | null): number => performance.now() - Number(track?.dataset.movedAt ?? 0);

export function Slider({ children }: SliderProps) {
  const section = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const wait = useRef<number | null>(null);
  const { sight, go } = useTrack(track);
  const rests = useRest(section);
  const [stopped, setStopped] = useState(false);

  const move = (by: 1 | -1) => go(({ first, count, visible }) => sliderTrack.moveFirst(first, by, count, visible));
  const stands = !sight || sight.count <= sight.visible || rests || stopped;

  const moveOn = useEffectEvent(() => move(1));
  const hasSight = sight !== null;

  // Counted from the move before, not from its end: the first slide in sight changes when a move begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first slide begins the interval anew
  useEffect(() => {
    if (stands) {
      if (hasSight) wait.current = SLIDE_INTERVAL_MS;
      return;
    }
    const timer = setTimeout(
      () => {
        wait.current = SLIDE_INTERVAL_MS;
        moveOn();
      },
      wait.current ?? Math.max(CALM_MS, SLIDE_INTERVAL_MS - sinceMove(track.current)),
    );
    return () => clearTimeout(timer);
  }, [stands, hasSight, sight?.first]);

  return (
    <section className="slider" ref={section} aria-labelledby="slider-heading">
      <div className="slider-head below-8 line middle apart gap-8">
        <h2 id="slider-heading">{sliderTrack.slider.heading}</h2>
        <SliderMoves stopped={stopped} onStop={() => setStopped(!stopped)} onMove={move} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of slides is no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className="slider-track" ref={track} tabIndex={0} role="group" aria-label={sliderTrack.slider.track}>
        {children}
      </div>
      <div className="slider-foot">{sight && <SliderPages sight={sight} onChoose={(first) => go(() => first)} />}</div>
    </section>
  );
}

interface SliderMovesProps {
  readonly stopped: boolean;
  readonly onStop: () => void;
  readonly onMove: (by: 1 | -1) => void;
}

/** The buttons of the slider; styles show them only while there are more slides than fit. */
function SliderMoves({ stopped, onStop, onMove }: SliderMovesProps) {
  const Stop = stopped ? Play : Pause;
  return (
    <div className="slider-moves line gap-4">
      <button
        type="button"
        className="slider-button slider-stop muted"
        aria-label={stopped ? sliderTrack.slider.resume : sliderTrack.slider.pause}
        onClick={onStop}>
        <Stop aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={sliderTrack.slider.back} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={sliderTrack.slider.forth} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

interface SliderPagesProps {
  readonly sight: sliderTrack.Sight;
  readonly onChoose: (first: number) => void;
}

/** The pages of the slider as a radio group; none while all slides fit. */
function SliderPages({ sight: { count, visible, first }, onChoose }: SliderPagesProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const current = sliderTrack.pageOf(first, count, visible);

  // A phone has no room for the marks of all pages: the present one stays in sight.
  useEffect(() => {
    const mark = group.current?.querySelectorAll('input')[current];
    if (!group.current || !mark) return;
    const middle = (group.current.clientWidth - mark.offsetWidth) / 2;
    group.current.scrollLeft = mark.offsetLeft - group.current.offsetLeft - middle;
  }, [current]);

  if (count <= visible) return null;
  const pages = Array.from({ length: sliderTrack.pagesOf(count, visible) }, (_, page) =>
    sliderTrack.firstOfPage(page, count, visible),
  );
  return (
    <fieldset ref={group} className="slider-pages">
      <legend className="visually-hidden">{sliderTrack.slider.pages}</legend>
      {pages.map((start, page) => (
        <input
          key={start}
          type="radio"
          name="slider-page"
          aria-label={sliderTrack.slider.page(start + 1, start + visible, count)}
          checked={page === current}
          onChange={() => onChoose(start)}
        />
      ))}
    </fieldset>
  );
}

/** For browsers without `scrollend`: a scroll is over when nothing moved for so long, ms. */
const SETTLED_MS = 300;

/** What of the slides can be seen, kept true while the window or the slides change, and a way to another slide. */
function useTrack(ref: RefObject<HTMLElement | null>): {
  sight: sliderTrack.Sight | null;
  go: (choose: (sight: sliderTrack.Sight) => number) => void;
} {
  const [sight, setSight] = useState<sliderTrack.Sight | null>(null);

  useEffect(() => {
    const track = ref.current;
    if (!track) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => setSight(sliderTrack.lookAt(track));
    const lookWhenSettled = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    const sizes = new ResizeObserver(look);
    const slides = new MutationObserver(look);
    sizes.observe(track);
    slides.observe(track, { childList: true, subtree: true });
    const isEndReported = 'onscrollend' in window;
    const [sign, onSign] = isEndReported ? (['scrollend', look] as const) : (['scroll', lookWhenSettled] as const);
    track.addEventListener(sign, onSign, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      slides.disconnect();
      track.removeEventListener(sign, onSign);
    };
  }, [ref]);

  const go = (choose: (sight: sliderTrack.Sight) => number) => {
    if (!ref.current) return;
    // A press may come before the first look.
    const now = sight ?? sliderTrack.lookAt(ref.current);
    const first = choose(now);
    sliderTrack.scrollTo(ref.current, first);
    // The controls answer at once; the scroll reports how it ended.
    setSight({ ...now, first });
  };
  return { sight, go };
}

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Whether the person is busy with the slides, looks elsewhere or asked for less motion: nothing moves by itself then. */
function useRest(ref: RefObject<HTMLElement | null>): boolean {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  );
  const reduced = useSyncExternalStore(
    watchMotion,
    () => matchMedia(REDUCED).matches,
    () => true,
  );

  useEffect(() => {
    const section = ref.current;
    if (!section) return;
    // What woke the island up happened before it could listen.
    setHovered(matchMedia('(hover: hover)').matches && section.matches(':hover'));
    setFocused(section.contains(document.activeElement));
    const end = new AbortController();
    const listen = (name: string, then: () => void) => section.addEventListener(name, then, { signal: end.signal });
    listen('pointerenter', () => setHovered(true));
    listen('pointerleave', () => setHovered(false));
    listen('focusin', () => setFocused(true));
    listen('focusout', () => setFocused(false));
    return () => end.abort();
  }, [ref]);

  return hovered || focused || hidden || reduced;
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

function watchMotion(onChange: () => void): () => void {
  const query = matchMedia(REDUCED);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
