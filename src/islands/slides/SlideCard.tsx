import type { ReactNode } from 'react';
import type { Note } from '../../../contract/mnote.ts';
import { excerptOf } from '../../lib/content/excerpt.ts';
import { paths } from '../../lib/paths/paths.ts';
import type { PortalWords } from '../../lib/portal/portal-words.ts';
import { noteImageSources } from '../../lib/position/photo.ts';
import { slides } from '../../lib/slides/slide-texts.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { SlideState } from './SlideState.tsx';

interface Props {
  readonly note: Note;
  readonly words: PortalWords;
  /** Moves the slide in the list. */
  readonly handle: ReactNode;
  readonly isMoving: boolean;
}

/** One slide of the list: title, state, first picture, the beginning of its message. */
export function SlideCard({ note, words: { lang, slides: words }, handle, isMoving }: Props) {
  const { text, isCut } = excerptOf(note.message);
  const title = note.title || slides.untitled;
  const [image] = note.files;
  return (
    <li className={isMoving ? 'slide-card panel moving' : 'slide-card panel'} data-slide={note.id}>
      <div className="slide-card-head">
        {handle}
        <h2>
          <a href={paths.slide(note.id)}>{title}</a>
        </h2>
        <SlideState isPublic={note.isPublic} />
      </div>
      {image ? (
        <img {...noteImageSources(image.fileName)} alt="" width={150} height={100} loading="lazy" />
      ) : (
        <p className="slide-no-image" lang={lang}>
          {words.noImage}
        </p>
      )}
      <div className="slide-card-text">
        <Markdown text={text} />
        {isCut && (
          <a href={paths.slide(note.id)} aria-label={slides.readMoreOf(words.readMore, title)} lang={lang}>
            {words.readMore}
          </a>
        )}
      </div>
    </li>
  );
}
