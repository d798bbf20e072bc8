// The dialog in which an administrator renames or deletes the presets (saved layouts) of a supplier's price lists.
import { type SubmitEvent, useRef, useState } from 'react';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { presets as texts } from '../../../lib/price-lists/upload/presets.ts';
import { uploadFailureText } from '../../../lib/price-lists/upload/upload-texts.ts';
import { overlong } from '../../../lib/ui/length-text.ts';
import { Button, ConfirmButton } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useCall } from '../../ui/hooks.ts';
import { presetStore as store } from './use-price-form.ts';

interface Props {
  readonly presets: readonly Preset[];
  readonly onClose: () => void;
}

export default function PresetsDialog({ presets, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      dialog={dialog}
      className="wide"
      heading={texts.manageHeading}
      // The question of a row closes too: that is not the end of this dialog.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}>
      <ul className="preset-rows below-16">
        {presets.map((preset) => (
          <PresetRow key={preset.id} preset={preset} />
        ))}
      </ul>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}

function PresetRow({ preset: { id, name } }: { readonly preset: Preset }) {
  const [typed, setTyped] = useState(name);
  const { busy, failure, run } = useCall();
  const error = overlong(typed, TITLE_MAX) || (failure && uploadFailureText(failure));

  function rename(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    void run(() => store.rename(id, typed.trim()));
  }

  return (
    <li>
      <form className="preset-row row gap-8" onSubmit={rename} noValidate>
        <input
          type="text"
          aria-label={texts.nameOf(name)}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" busy={busy} aria-label={texts.renameOf(name)} disabled={typed.trim() === name}>
          {texts.rename}
        </Button>
        <ConfirmButton
          className="button quiet"
          label={texts.removeOf(name)}
          question={texts.removeQuestion}
          details={texts.removeDetails(name)}
          yes={texts.remove}
          onConfirm={async () => {
            const failure = await store.remove(id);
            return failure ? { refused: uploadFailureText(failure) } : { done: true };
          }}>
          {texts.remove}
        </ConfirmButton>
      </form>
      <p role="alert" className="field-error">
        {error}
      </p>
    </li>
  );
}
