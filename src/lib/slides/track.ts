import { visibleIn } from './slider-pages.ts';

/** What of the slides can be seen. */
export interface Sight {
  readonly count: number;
  readonly visible: number;
  /** The slide that stands first. */
  readonly first: number;
}

const slidesOf = (track: HTMLElement) =>
  [...(track.querySelector('.slides')?.children ?? [])] as HTMLElement[];

/** Reads from the page what of the slides can be seen. */
export function lookAt(track: HTMLElement): Sight {
  const slides = slidesOf(track);
  const step = (slides[1]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0);
  return {
    count: slides.length,
    visible: visibleIn(track.getBoundingClientRect().width),
    first: step > 0 ? Math.round(track.scrollLeft / step) : 0,
  };
}

/** Scrolls the track so that a slide stands first. */
export function scrollTo(track: HTMLElement, first: number): void {
  const slides = slidesOf(track);
  track.scrollTo({ left: (slides[first]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0) });
}
