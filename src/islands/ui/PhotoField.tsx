// Chooses a photo that is sent at once, and says how that goes: of a user in the cabinet, of a part on its card.
import { Camera } from 'lucide-react';
import { pictureRefusal } from '../../lib/platform/chosen-file.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { type PhotoState, photoErrors, photoField, photoUnreadable } from '../../lib/ui/photo-upload.ts';
import { Dots } from './controls.tsx';

interface Props {
  /** Of the file input: a label elsewhere on the page may open it too. */
  readonly id: string;
  readonly hasPhoto: boolean;
  readonly state: PhotoState;
  readonly onPhoto: (photo: File) => void;
}

export function PhotoField({ id, hasPhoto, state, onPhoto }: Props) {
  const sending = state.phase === 'sending';
  return (
    <div className="photo-field no-print">
      <input
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        // A picture may be a label of it too, and is not its name.
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-state`}
        disabled={sending}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file may be chosen again after a failure.
          target.value = '';
          if (chosen) onPhoto(chosen);
        }}
      />
      <label id={`${id}-label`} htmlFor={id} className="button">
        <Camera aria-hidden="true" />
        {hasPhoto ? photoField.replace : photoField.add}
      </label>
      <p id={`${id}-state`} className="small" aria-live="polite">
        {state.phase === 'idle' && <span className="muted">{photoField.hint}</span>}
        {sending && (
          <span>
            {photoField.sending.replace('…', '')}
            <Dots />
          </span>
        )}
        {state.phase === 'saved' && <span className="ok-text">{photoField.saved}</span>}
        {state.phase === 'failed' && <span className="field-error">{photoFailure(state.failure)}</span>}
      </p>
    </div>
  );
}

function photoFailure(failure: Failure): string {
  const refusal = pictureRefusal(failure.facts);
  if (refusal) return refusal;
  return failure.code.startsWith('error resizing photo') ? photoUnreadable : failureText(failure, photoErrors);
}
