import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { TITLE_MAX } from '../../../contract/limits.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { chosenSheet } from '../../lib/price-lists/guess-settings.ts';
import { presets as texts } from '../../lib/price-lists/preset-texts.ts';
import { formFields, type UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { uploadFailureText } from '../../lib/price-lists/upload-texts.ts';
import { Button } from '../ui/Button.tsx';
import { DialogFoot } from '../ui/DialogFoot.tsx';
import { Field } from '../ui/Field.tsx';
import { presets } from './stores.ts';
import type { PresetChoice } from './use-presets.ts';

interface Props {
  readonly choice: PresetChoice;
  readonly settings: UploadSettings;
  /** The file at hand, whose header tells later ones of its kind. */
  readonly file: GuessAnswer | null;
}

/** The button that keeps the settings of the form under a name. */
export function SavePreset(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {texts.saveAs}
      </Button>
      {/* Not within the form of the page: a form cannot hold another. */}
      {isOpen && createPortal(<SaveDialog {...props} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

function SaveDialog({ choice, settings, file, onClose }: Props & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState(choice.chosen?.name ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    const fields = formFields(settings);
    const sheet =
      file?.sheets.find(({ name }) => name === fields.sheet) ?? (file && chosenSheet(file, settings));
    const made = {
      providerId: Number(settings.providerId),
      name: name.trim(),
      fields,
      headers: sheet?.headers ?? [],
    };
    const failure = await presets.save(made, choice.saved);
    setBusy(false);
    askIfEnded(failure);
    if (failure) setError(uploadFailureText(failure));
    else dialog.current?.close();
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{texts.saveHeading}</h2>
      <form onSubmit={save} noValidate>
        <Field label={texts.name} hint={texts.saveHint} error={error}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              maxLength={TITLE_MAX}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <DialogFoot
          cancel={texts.cancel}
          submit={texts.save}
          busy={busy}
          onCancel={() => dialog.current?.close()}
        />
      </form>
    </dialog>
  );
}
