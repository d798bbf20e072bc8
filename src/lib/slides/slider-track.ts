// The arithmetic of the slider on the front page: how many slides fit, which stands first, pages of slides; with its
// few texts.
import { SLIDE_WIDTH, SLIDES_VISIBLE_MAX } from '../../../contract/limits.ts';

/** What of the slides can be seen. */
export interface Sight {
  readonly count: number;
  readonly visible: number;
  readonly first: number;
}

const slidesOf = (track: HTMLElement) => [...(track.querySelector('.slides')?.children ?? [])] as HTMLElement[];

export function lookAt(track: HTMLElement): Sight {
  const slides = slidesOf(track);
  const step = (slides[1]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0);
  return {
    count: slides.length,
    visible: visibleIn(track.getBoundingClientRect().width),
    first: step > 0 ? Math.round(track.scrollLeft / step) : 0,
  };
}

export function scrollTo(track: HTMLElement, first: number): void {
  const slides = slidesOf(track);
  track.scrollTo({ left: (slides[first]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0) });
}

/** Rules of the slider, all of them about whole slides. */

/** How many slides show at once in a track of this inner width, px: one to five. */
const visibleIn = (width: number): number => Math.min(SLIDES_VISIBLE_MAX, Math.max(1, Math.floor(width / SLIDE_WIDTH)));

/** The furthest slide that can stand first. */
const lastFirst = (count: number, visible: number): number => Math.max(0, count - visible);

/** The slide that stands first after a move by one; beyond either end the other one follows. */
export function moveFirst(first: number, by: 1 | -1, count: number, visible: number): number {
  const last = lastFirst(count, visible);
  const next = first + by;
  if (next > last) return 0;
  return next < 0 ? last : next;
}

export const pagesOf = (count: number, visible: number): number => Math.ceil(count / visible);

/** The slide that stands first on a page; the last page is filled up from the one before. */
export const firstOfPage = (page: number, count: number, visible: number): number =>
  Math.min(page * visible, lastFirst(count, visible));

export const pageOf = (first: number, count: number, visible: number): number =>
  first >= lastFirst(count, visible) ? pagesOf(count, visible) - 1 : Math.floor(first / visible);

export const slider = {
  heading: 'Специальное предложение',
  track: 'Слайды',
  pages: 'Страницы слайдов',
  page: (from: number, to: number, count: number) =>
    from === to ? `Слайд ${from} из ${count}` : `Слайды ${from}–${to} из ${count}`,
  back: 'Назад',
  forth: 'Вперёд',
  pause: 'Остановить смену слайдов',
  resume: 'Возобновить смену слайдов',
} as const;
