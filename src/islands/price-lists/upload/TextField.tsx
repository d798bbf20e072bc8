import type { SettingsErrors, UploadSettings } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Field } from '../../ui/controls.tsx';

/** What every part of the upload form is given. */
export interface FormPart {
  readonly settings: UploadSettings;
  readonly errors: SettingsErrors;
  readonly onChange: (change: Partial<UploadSettings>) => void;
}

interface Props extends FormPart {
  readonly name: 'startRow' | 'endRow' | 'sheet' | 'profit' | 'currency' | 'rate';
  readonly hint?: string;
  readonly numeric?: boolean;
}

const MISTAKES = {
  row: uploadFieldErrors.row,
  order: uploadFieldErrors.endRow,
  percent: uploadFieldErrors.percent,
  rate: uploadFieldErrors.rate,
  currency: uploadFieldErrors.currency,
};

/** One typed field of the upload form. */
export function TextField({ name, settings, errors, hint, numeric, onChange }: Props) {
  const mistake = errors[name];
  const error =
    mistake === 'empty'
      ? uploadFieldErrors.noRate
      : mistake && mistake in MISTAKES
        ? MISTAKES[mistake as keyof typeof MISTAKES]
        : '';
  return (
    <Field label={upload[name]} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete="off"
          value={settings[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
