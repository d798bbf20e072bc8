import { NOTE_IMAGE_WIDTH, SLIDE_WIDTH, SLIDES_VISIBLE_MAX } from '../../../contract/limits.ts';

/** Rules of the slider, all of them about whole slides. */

/** How many slides show at once in a track of this inner width, px: one to five. */
export const visibleIn = (width: number): number =>
  Math.min(SLIDES_VISIBLE_MAX, Math.max(1, Math.floor(width / SLIDE_WIDTH)));

/** The furthest slide that can stand first. */
export const lastFirst = (count: number, visible: number): number => Math.max(0, count - visible);

/** The slide that stands first after a move by one; beyond either end the other one follows. */
export function moveFirst(first: number, by: 1 | -1, count: number, visible: number): number {
  const last = lastFirst(count, visible);
  const next = first + by;
  if (next > last) return 0;
  return next < 0 ? last : next;
}

/** Number of pages of the radio group. */
export const pagesOf = (count: number, visible: number): number => Math.ceil(count / visible);

/** The slide that stands first on a page; the last page is filled up from the one before. */
export const firstOfPage = (page: number, count: number, visible: number): number =>
  Math.min(page * visible, lastFirst(count, visible));

/** The page that is shown while a slide stands first. */
export const pageOf = (first: number, count: number, visible: number): number =>
  first >= lastFirst(count, visible) ? pagesOf(count, visible) - 1 : Math.floor(first / visible);

/** Sizes of a slide's picture, px; what has another shape is fitted into them. */
export const SLIDE_IMAGE = { width: NOTE_IMAGE_WIDTH, height: (NOTE_IMAGE_WIDTH * 3) / 5 } as const;
