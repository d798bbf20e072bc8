import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { presets as texts } from '../../lib/price-lists/preset-texts.ts';
import type { UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { Button } from '../ui/Button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Field } from '../ui/Field.tsx';
import { SavePreset } from './SavePreset.tsx';
import type { PresetChoice } from './use-presets.ts';

const PresetsDialog = chunk(() => import('./PresetsDialog.tsx'), null);

interface Props {
  readonly choice: PresetChoice;
  readonly settings: UploadSettings;
  readonly file: GuessAnswer | null;
}

/** The choice among the presets of a provider, and what keeps the form as one. Nobody's list has none. */
export function PresetPart({ choice, settings, file }: Props) {
  const [isManaged, setManaged] = useState(false);
  const { presets, chosen, note } = choice;
  return (
    <div className="preset-part">
      {presets.length > 0 && (
        <Field label={texts.label}>
          {(control) => (
            <select
              {...control}
              value={chosen?.id ?? ''}
              onChange={({ target }) => choice.choose(target.value)}
            >
              <option value="">{texts.none}</option>
              {presets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <p role="status" className={choice.isWarning ? 'preset-note warning' : 'preset-note'}>
        {note}
      </p>
      {settings.providerId !== '' && (
        <div className="buttons">
          <SavePreset choice={choice} settings={settings} file={file} />
          {presets.length > 0 && (
            <Button kind="quiet" onClick={() => setManaged(true)}>
              {texts.manage}
            </Button>
          )}
        </div>
      )}
      {/* Not within the form of the page: a form cannot hold another. */}
      {isManaged &&
        createPortal(<PresetsDialog presets={presets} onClose={() => setManaged(false)} />, document.body)}
    </div>
  );
}
