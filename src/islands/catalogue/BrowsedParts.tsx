import type { BrowseView } from '../../../rules/parts/browse-view.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { Each, HOLES } from '../ui/Holes.tsx';
import { PartRow } from './PartRow.tsx';

/** The rows of a page to browse with holes, for the server to fill. */
export function BrowsedParts() {
  const { parts } = HOLES as BrowseView;
  return (
    <ol className="parts" aria-label={catalog.results}>
      <Each of={parts}>{(part) => <PartRow key={part.id} part={part} />}</Each>
    </ol>
  );
}
