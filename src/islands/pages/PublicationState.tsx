// Says to the editor of a page or slide whether what was saved is on the public pages yet; shows nothing where nothing
// was saved.
import { useStore } from '@nanostores/react';
import { publicationTexts } from '../../lib/editing/editor-texts.ts';
import { askSiteState, createPublication } from '../../lib/pages/publication.ts';
import { Dots } from '../ui/controls.tsx';

/** The way of the last saved change to the public pages, as this tab follows it. */
export const publication = createPublication(askSiteState);

export function PublicationState() {
  const { phase, error } = useStore(publication.$publication);
  if (phase === 'idle') return null;
  if (phase === 'building') {
    return (
      <>
        {publicationTexts.building.replace('…', '')}
        <Dots />
      </>
    );
  }
  if (phase === 'failed') {
    return (
      <>
        <strong className="field-error">{publicationTexts.failed}</strong>
        {error && (
          <details className="publication-details above-8">
            <summary>{publicationTexts.details}</summary>
            <pre>{error}</pre>
          </details>
        )}
      </>
    );
  }
  return publicationTexts[phase];
}
