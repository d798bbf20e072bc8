import { useStore } from '@nanostores/react';
import { Camera } from 'lucide-react';
import { useId } from 'react';
import type { Position } from '../../../contract/bridge.ts';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { photoSources } from '../../lib/photo.ts';
import type { PhotoState } from '../../lib/stores/card.ts';
import { $isAdmin } from '../../lib/stores/session.ts';
import { card, photoErrors, photoUnreadable } from '../../lib/texts/card.ts';
import { failureText } from '../../lib/texts/failures.ts';
import { Dots } from '../ui/Dots.tsx';
import { PartPicture } from '../ui/PartPicture.tsx';

interface Props {
  readonly position: Position;
  readonly photo: PhotoState;
  readonly onPhoto: (photo: File) => void;
}

/** The photo of a part, or a drawing of its kind; an administrator replaces it here. */
export function CardPhoto({ position, photo, onPhoto }: Props) {
  const isAdmin = useStore($isAdmin);
  const sources = position.photo ? photoSources(position.photo) : null;
  return (
    <figure className="card-photo">
      <div className="card-picture" aria-busy={photo.phase === 'sending'}>
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
        {photo.phase === 'sending' && <progress aria-label={card.photo.sending} />}
      </div>
      {!sources && <figcaption className="muted small">{card.noPhoto}</figcaption>}
      {isAdmin && <PhotoField hasPhoto={sources !== null} photo={photo} onPhoto={onPhoto} />}
    </figure>
  );
}

function PhotoField({ hasPhoto, photo, onPhoto }: Omit<Props, 'position'> & { hasPhoto: boolean }) {
  const id = useId();
  const sending = photo.phase === 'sending';
  return (
    <div className="photo-field no-print">
      <input
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        aria-describedby={`${id}-state`}
        disabled={sending}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file may be chosen again after a failure.
          target.value = '';
          if (chosen) onPhoto(chosen);
        }}
      />
      <label htmlFor={id} className="button">
        <Camera aria-hidden="true" />
        {hasPhoto ? card.photo.replace : card.photo.add}
      </label>
      <p id={`${id}-state`} className="small" aria-live="polite">
        {photo.phase === 'idle' && <span className="muted">{card.photo.hint}</span>}
        {sending && (
          <span>
            {card.photo.sending.replace('…', '')}
            <Dots />
          </span>
        )}
        {photo.phase === 'saved' && <span className="ok-text">{card.photo.saved}</span>}
        {photo.phase === 'failed' && (
          <span className="field-error">
            {photo.failure.code.startsWith('error resizing photo')
              ? photoUnreadable
              : failureText(photo.failure, photoErrors)}
          </span>
        )}
      </p>
    </div>
  );
}
