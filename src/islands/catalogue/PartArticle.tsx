import type { PieceView } from '../../../rules/parts/part-view.ts';
import { Each, If } from '../ui/Holes.tsx';

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
