import { slides } from '../../lib/slides/slide-texts.ts';

/** Whether visitors see a slide. */
export function SlideState({ isPublic }: { readonly isPublic: boolean }) {
  return isPublic ? (
    <span className="tag ok">{slides.published}</span>
  ) : (
    <span className="tag warn">{slides.unpublished}</span>
  );
}
