// How a part (all positions of one article and maker) is named everywhere: small photo, article with the matching
// stretch marked, title.
import { THUMBNAIL_WIDTHS } from '../../../contract/limits.ts';
import type { KeptPiece } from '../../../rules/catalogue/article.ts';
import type { PieceView, ThumbnailView } from '../../../rules/catalogue/part.ts';
import { Each, If } from './Holes.tsx';

/** The photo of a part, or a drawing of its kind. */
export function PartThumbnail({ part }: { part: ThumbnailView }) {
  const drawing = (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <use href={`/parts.svg#${part.kind}`} />
    </svg>
  );
  return (
    <span className="part-picture stack muted thumbnail">
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

/** An article in the monospaced face, with the stretch that matches the query marked. */
export function PartArticle({ pieces }: { pieces: readonly PieceView[] }) {
  return (
    <span className="mono article">
      <Each of={pieces}>
        {({ key, text, hit }) => (
          <If key={key} value={hit} otherwise={<span>{text}</span>}>
            <mark>{text}</mark>
          </If>
        )}
      </Each>
    </span>
  );
}

/** A title whose short words with a hyphen stay in one line. */
export function PartTitle({ pieces }: { pieces: readonly KeptPiece[] }) {
  return (
    <Each of={pieces}>
      {({ key, text, kept }) => (
        <If key={key} value={kept} otherwise={<span>{text}</span>}>
          <span className="kept">{text}</span>
        </If>
      )}
    </Each>
  );
}
