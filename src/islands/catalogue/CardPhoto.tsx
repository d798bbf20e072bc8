import { useStore } from '@nanostores/react';
import type { Position } from '../../../contract/bridge.ts';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { $isAdmin } from '../../lib/frame/session-store.ts';
import type { PhotoState } from '../../lib/photo-upload/photo-store.ts';
import { photoField } from '../../lib/photo-upload/photo-texts.ts';
import { card } from '../../lib/position/card-texts.ts';
import { photoSources } from '../../lib/position/photo.ts';
import { PartPicture } from '../ui/PartPicture.tsx';
import { PhotoField } from '../ui/PhotoField.tsx';

/** The file input of the picture: a click on the picture opens it too. */
const FIELD_ID = 'card-photo-field';

interface Props {
  readonly position: Position;
  readonly photo: PhotoState;
  readonly onPhoto: (photo: File) => void;
}

/** The photo of a part, or a drawing of its kind; an administrator replaces it here. */
export function CardPhoto({ position, photo, onPhoto }: Props) {
  const isAdmin = useStore($isAdmin);
  const sources = position.photo ? photoSources(position.photo) : null;
  const Picture = isAdmin ? 'label' : 'div';
  return (
    <figure className="card-photo">
      <Picture
        className="card-picture"
        aria-busy={photo.phase === 'sending'}
        {...(isAdmin && { htmlFor: FIELD_ID, title: sources ? photoField.replace : photoField.add })}
      >
        {sources ? (
          <img
            src={sources.src}
            srcSet={sources.srcSet}
            alt={`${position.title}, ${position.article}`}
            width={PHOTO_WIDTH}
            height={(PHOTO_WIDTH * 4) / 5}
          />
        ) : (
          <PartPicture title={position.title} />
        )}
        {photo.phase === 'sending' && <progress aria-label={photoField.sending} />}
      </Picture>
      {!sources && <figcaption className="muted small">{card.noPhoto}</figcaption>}
      {isAdmin && <PhotoField id={FIELD_ID} hasPhoto={sources !== null} state={photo} onPhoto={onPhoto} />}
    </figure>
  );
}
