// The choice of a preset (saved layout of a supplier's price list) in the upload form, and the field that saves the
// form as one.
import { type SubmitEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import type { GuessAnswer } from '../../../../contract/price-lists/guess.ts';
import { chosenSheet } from '../../../lib/price-lists/upload/guessed-settings.ts';
import { presets as presetTexts } from '../../../lib/price-lists/upload/presets.ts';
import * as uploadSettings from '../../../lib/price-lists/upload/upload-settings.ts';
import { uploadFailureText } from '../../../lib/price-lists/upload/upload-texts.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { useCall } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Options } from '../form-parts.tsx';
import { type PresetChoice, presetStore } from './use-price-form.ts';

const PresetsDialog = chunk(() => import('./PresetsDialog.tsx'), null);

interface PresetPartProps {
  readonly choice: PresetChoice;
  readonly settings: uploadSettings.UploadSettings;
  readonly file: GuessAnswer | null;
}

/** The choice among the presets of a provider, and the field that saves the form as one. */
export function PresetPart({ choice, settings, file }: PresetPartProps) {
  const [isManaged, setManaged] = useState(false);
  const { presets, chosen, note } = choice;
  return (
    <div className="preset-part below-12">
      {presets.length > 0 && (
        <Field label={presetTexts.label}>
          {(control) => (
            <select {...control} value={chosen?.id ?? ''} onChange={({ target }) => choice.choose(target.value)}>
              <option value="">{presetTexts.none}</option>
              <Options of={presets.map(({ id, name }) => [id, name])} />
            </select>
          )}
        </Field>
      )}
      <p role="status" className={choice.isWarning ? 'preset-note below-8 warning' : 'preset-note below-8'}>
        {note}
      </p>
      {settings.providerId !== '' && (
        <div className="buttons">
          <SavePreset choice={choice} settings={settings} file={file} />
          {presets.length > 0 && (
            <Button kind="quiet" onClick={() => setManaged(true)}>
              {presetTexts.manage}
            </Button>
          )}
        </div>
      )}
      {/* Not within the form of the page: a form cannot hold another. */}
      {isManaged && createPortal(<PresetsDialog presets={presets} onClose={() => setManaged(false)} />, document.body)}
    </div>
  );
}

interface SavePresetProps {
  readonly choice: PresetChoice;
  readonly settings: uploadSettings.UploadSettings;
  /** The chosen file, whose header identifies later ones of its kind. */
  readonly file: GuessAnswer | null;
}

export function SavePreset(props: SavePresetProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {presetTexts.saveAs}
      </Button>
      {/* Not within the form of the page: a form cannot hold another. */}
      {isOpen && createPortal(<SaveDialog {...props} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

function SaveDialog({ choice, settings, file, onClose }: SavePresetProps & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState(choice.chosen?.name ?? '');
  const { busy, failure, run } = useCall();

  async function save(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    const fields = uploadSettings.formFields(settings);
    const sheet = file?.sheets.find(({ name }) => name === fields.sheet) ?? (file && chosenSheet(file, settings));
    const made = { providerId: Number(settings.providerId), name: name.trim(), fields, headers: sheet?.headers ?? [] };
    if ((await run(() => presetStore.save(made, choice.saved))) === null) dialog.current?.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      heading={presetTexts.saveHeading}
      cancel={presetTexts.cancel}
      submit={presetTexts.save}
      busy={busy}
      onSubmit={save}
      onClose={onClose}>
      <TextField
        label={presetTexts.name}
        hint={presetTexts.saveHint}
        error={failure ? uploadFailureText(failure) : ''}
        most={TITLE_MAX}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
