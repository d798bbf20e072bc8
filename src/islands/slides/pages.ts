import { type ComponentType, lazy } from 'react';
import { slides } from '../../lib/slides/slide-texts.ts';

const screen = (heading: string, load: () => Promise<{ default: ComponentType }>) => ({
  heading,
  right: 'admin' as const,
  hasWords: true,
  Page: lazy(load),
});

/** The pages of the slide line, each a chunk of its own. */
export const slidePages = {
  slides: screen(slides.heading, () => import('./SlideList.tsx')),
  slideCreate: screen(slides.createHeading, () => import('./SlideForm.tsx')),
  slideEdit: screen(slides.editHeading, () => import('./SlideForm.tsx')),
  slide: screen(slides.pageHeading, () => import('./SlidePage.tsx')),
};
