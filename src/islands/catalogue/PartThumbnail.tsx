import { THUMBNAIL_WIDTHS } from '../../../contract/limits.ts';
import type { ThumbnailView } from '../../../rules/parts/thumbnail-view.ts';
import { If } from '../ui/Holes.tsx';

/** The photo of a part, or a drawing of its kind. */
export function PartThumbnail({ part }: { part: ThumbnailView }) {
  const drawing = (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <use href={`/parts.svg#${part.kind}`} />
    </svg>
  );
  return (
    <span className="part-picture thumbnail">
      <If value={part.photo} otherwise={drawing}>
        <img
          src={part.photo}
          srcSet={part.photoSet}
          sizes={`${THUMBNAIL_WIDTHS[0]}px`}
          alt=""
          width={56}
          height={44}
          loading="lazy"
          decoding="async"
        />
      </If>
    </span>
  );
}
