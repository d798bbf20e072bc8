import type { KeptPiece } from '../../../rules/format/kept-words.ts';
import { Each, If } from '../ui/Holes.tsx';

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
