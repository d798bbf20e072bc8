import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SLIDE_INTERVAL_MS } from '../../../contract/limits.ts';
import { slider } from '../../lib/content/front-texts.ts';
import { moveFirst } from '../../lib/slides/slider-pages.ts';
import { SliderMoves } from './SliderMoves.tsx';
import { SliderPages } from './SliderPages.tsx';
import { useRest } from './use-rest.ts';
import { useTrack } from './use-track.ts';

interface Props {
  /** The list of slides, `.slides`, which the page itself keeps fresh. */
  readonly children?: ReactNode;
}

/** A calm moment before the first move of a slider that came to life late, milliseconds. */
const CALM_MS = 500;

/** How long ago the slides moved before this island came (`lib/slides/move-slides.ts`), or the page was opened, ms. */
const sinceMove = (track: HTMLElement | null): number =>
  performance.now() - Number(track?.dataset.movedAt ?? 0);

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
      <div className="slider-head">
        <h2 id="slider-heading">{slider.heading}</h2>
        <SliderMoves stopped={stopped} onStop={() => setStopped(!stopped)} onMove={move} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of slides is no set of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div className="slider-track" ref={track} tabIndex={0} role="group" aria-label={slider.track}>
        {children}
      </div>
      <div className="slider-foot">
        {sight && <SliderPages sight={sight} onChoose={(first) => go(() => first)} />}
      </div>
    </section>
  );
}
