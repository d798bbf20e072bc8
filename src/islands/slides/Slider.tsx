import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SLIDE_INTERVAL_MS } from '../../../contract/limits.ts';
import { firstOfPage, moveFirst, pageOf, pagesOf, type Sight, slider } from '../../lib/slides/slider-track.ts';
import { useRest, useTrack } from './use-slider.ts';

interface Props {
  /** The list of slides, `.slides`, which the page itself keeps fresh. */
  readonly children?: ReactNode;
}

/** A calm moment before the first move of a slider that came to life late, milliseconds. */
const CALM_MS = 500;

/** How long ago the slides moved before this island came (`lib/slides/move-slides.ts`), or the page was opened, ms. */
const sinceMove = (track: HTMLElement | null): number => performance.now() - Number(track?.dataset.movedAt ?? 0);

/** A row of slides that scrolls by itself, by hand and by its buttons; without script it is a row that scrolls. */
export function Slider({ children }: Props) {
  const section = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const wait = useRef<number | null>(null);
  const { sight, go } = useTrack(track);
  const rests = useRest(section);
  const [stopped, setStopped] = useState(false);

  const move = (by: 1 | -1) => go(({ first, count, visible }) => moveFirst(first, by, count, visible));
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
        <h2 id="slider-heading">{slider.heading}</h2>
        <SliderMoves stopped={stopped} onStop={() => setStopped(!stopped)} onMove={move} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of slides is no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className="slider-track" ref={track} tabIndex={0} role="group" aria-label={slider.track}>
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
        aria-label={stopped ? slider.resume : slider.pause}
        onClick={onStop}
      >
        <Stop aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={slider.back} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <button type="button" className="slider-button" aria-label={slider.forth} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

interface SliderPagesProps {
  readonly sight: Sight;
  readonly onChoose: (first: number) => void;
}

/** The pages of the slider as a radio group; none while all slides fit. */
function SliderPages({ sight: { count, visible, first }, onChoose }: SliderPagesProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const current = pageOf(first, count, visible);

  // A phone has no room for the marks of all pages: the present one stays in sight.
  useEffect(() => {
    const mark = group.current?.querySelectorAll('input')[current];
    if (!group.current || !mark) return;
    const middle = (group.current.clientWidth - mark.offsetWidth) / 2;
    group.current.scrollLeft = mark.offsetLeft - group.current.offsetLeft - middle;
  }, [current]);

  if (count <= visible) return null;
  const pages = Array.from({ length: pagesOf(count, visible) }, (_, page) => firstOfPage(page, count, visible));
  return (
    <fieldset ref={group} className="slider-pages">
      <legend className="visually-hidden">{slider.pages}</legend>
      {pages.map((start, page) => (
        <input
          key={start}
          type="radio"
          name="slider-page"
          aria-label={slider.page(start + 1, start + visible, count)}
          checked={page === current}
          onChange={() => onChoose(start)}
        />
      ))}
    </fieldset>
  );
}
