import { useStore } from '@nanostores/react';
import { NOTE_IMAGE_WIDTH } from '../../../contract/limits.ts';
import type { NoteFile } from '../../../contract/mnote.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { noteImageSources } from '../../lib/position/photo.ts';
import { slides } from '../../lib/slides/slide-texts.ts';

/** The pictures of a slide with their names; each opens by itself in a tab of its own. */
export function SlideImages({ files }: { readonly files: readonly NoteFile[] }) {
  const words = useStore($portalWords);
  if (files.length === 0) {
    return (
      <p className="slide-no-image" lang={words.lang}>
        {words.slides.noImage}
      </p>
    );
  }
  return (
    <section aria-labelledby="slide-images">
      <h3 id="slide-images">{slides.images}</h3>
      <ul className="slide-images">
        {files.map(({ fileName, originalName }) => {
          const sources = noteImageSources(fileName);
          return (
            <li key={fileName}>
              <a
                href={sources.src}
                target="_blank"
                rel="noopener"
                aria-label={slides.openImage(originalName)}
              >
                <img {...sources} alt="" width={NOTE_IMAGE_WIDTH / 2} height={120} loading="lazy" />
              </a>
              <span className="slide-image-name small muted" title={originalName}>
                {originalName}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
