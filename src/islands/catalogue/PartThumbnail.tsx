import type { PartView } from '../../../rules/parts/part-view.ts';
import { If } from '../ui/Holes.tsx';

/** The photo of a part, or a drawing of its kind. */
export function PartThumbnail({ part }: { part: PartView }) {
  const drawing = (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <use href={`/parts.svg#${part.kind}`} />
    </svg>
  );
  return (
    <span className="part-picture thumbnail">
      <If value={part.photo} otherwise={drawing}>
        <img src={part.photo} alt="" width={56} height={44} loading="lazy" decoding="async" />
      </If>
    </span>
  );
}
