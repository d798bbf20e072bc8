import { type FormEvent, useRef, useState } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import { MAIN_UPLOAD_COLUMNS, SIZE_UPLOAD_COLUMNS } from '../../../contract/upload-columns.ts';
import { paths } from '../../lib/paths/paths.ts';
import {
  type SettingsErrors,
  settingsErrors,
  type UploadSettings,
} from '../../lib/price-lists/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../lib/price-lists/upload-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { ReferenceSelect } from './ReferenceSelect.tsx';
import { RepeatedSelect } from './RepeatedSelect.tsx';

interface Props {
  readonly brands: readonly ReferenceRow[];
  readonly providers: readonly ReferenceRow[];
  readonly settings: UploadSettings;
  /** Settings of the last upload of the chosen provider. */
  readonly lastSettings: UploadSettings | null;
  readonly file: File | null;
  readonly onSettings: (settings: UploadSettings) => void;
  readonly onFile: (file: File | null) => void;
  readonly onSubmit: (file: File) => void;
}

const fileError = (file: File | null): string => {
  if (file === null || file.size === 0) return uploadFieldErrors.file;
  return file.size > PRICE_FILE_MAX ? uploadFieldErrors.large : '';
};

/** The form of an upload: everything in sight, mistakes under their fields, the first of them in focus. */
export function UploadForm(props: Props) {
  const { settings, lastSettings, file, onSettings, onFile, onSubmit } = props;
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors: SettingsErrors = checked ? settingsErrors(settings) : {};
  const set = (change: Partial<UploadSettings>) => onSettings({ ...settings, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (file !== null && fileError(file) === '' && Object.keys(settingsErrors(settings)).length === 0)
      onSubmit(file);
    // The errors are drawn by then.
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  const offersLast = lastSettings !== null && JSON.stringify(lastSettings) !== JSON.stringify(settings);
  return (
    <form ref={form} className="upload-form" onSubmit={submit} noValidate>
      <p className="muted">{upload.lead}</p>
      <fieldset>
        <legend>{upload.groups.main}</legend>
        <div className="upload-grid two">
          <ReferenceSelect
            label={upload.brand}
            choose={upload.chooseBrand}
            rows={props.brands}
            value={settings.brandId}
            error={errors.brandId && uploadFieldErrors.brandId}
            create={{ text: upload.createBrand, path: paths.brands }}
            onChange={(brandId) => set({ brandId })}
          />
          <ReferenceSelect
            label={upload.provider}
            choose={upload.chooseProvider}
            rows={props.providers}
            value={settings.providerId}
            error={errors.providerId && uploadFieldErrors.providerId}
            create={{ text: upload.createProvider, path: paths.providers }}
            onChange={(providerId) => set({ providerId })}
          />
        </div>
        {offersLast && (
          <p className="upload-last" role="status">
            {upload.lastSettings}{' '}
            <Button kind="quiet" onClick={() => onSettings(lastSettings)}>
              {upload.takeLastSettings}
            </Button>
          </p>
        )}
        <FileDrop
          label={upload.file}
          hint={upload.fileHint}
          prompt={upload.filePrompt}
          clearLabel={upload.fileClear}
          accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
          file={file}
          error={checked ? fileError(file) : ''}
          onFile={onFile}
        />
        <label className="check">
          <input
            type="checkbox"
            name="addNewPositionMode"
            checked={settings.addNewPositionMode}
            onChange={({ target }) => set({ addNewPositionMode: target.checked })}
          />
          <span>
            {upload.addNew}
            <small className="field-hint">{upload.addNewHint}</small>
          </span>
        </label>
      </fieldset>
      <fieldset>
        <legend>{upload.groups.extra}</legend>
        <div className="upload-grid">
          <TextField name="startRow" settings={settings} errors={errors} onChange={set} numeric />
          <TextField
            name="endRow"
            settings={settings}
            errors={errors}
            onChange={set}
            numeric
            hint={upload.endRowHint}
          />
          <TextField
            name="sheet"
            settings={settings}
            errors={errors}
            onChange={set}
            hint={upload.sheetHint}
          />
          <TextField
            name="profit"
            settings={settings}
            errors={errors}
            onChange={set}
            numeric
            hint={upload.profitHint}
          />
          <TextField
            name="currency"
            settings={settings}
            errors={errors}
            onChange={set}
            hint={upload.currencyHint}
          />
          <TextField
            name="rate"
            settings={settings}
            errors={errors}
            onChange={set}
            numeric
            hint={upload.rateHint}
          />
          <RepeatedSelect value={settings.repeated} onChange={(repeated) => set({ repeated })} />
        </div>
        <p className="muted upload-columns-hint">{upload.columnsHint}</p>
        <ColumnFields columns={MAIN_UPLOAD_COLUMNS} settings={settings} errors={errors} onChange={set} />
      </fieldset>
      <fieldset>
        <legend>{upload.groups.sizes}</legend>
        <ColumnFields columns={SIZE_UPLOAD_COLUMNS} settings={settings} errors={errors} onChange={set} />
      </fieldset>
      <div className="buttons">
        <Button type="submit" kind="main">
          {upload.submit}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly name: 'startRow' | 'endRow' | 'sheet' | 'profit' | 'currency' | 'rate';
  readonly settings: UploadSettings;
  readonly errors: SettingsErrors;
  readonly hint?: string;
  readonly numeric?: boolean;
  readonly onChange: (change: Partial<UploadSettings>) => void;
}

const MISTAKES = {
  row: uploadFieldErrors.row,
  order: uploadFieldErrors.endRow,
  percent: uploadFieldErrors.percent,
  rate: uploadFieldErrors.rate,
  currency: uploadFieldErrors.currency,
};

function TextField({ name, settings, errors, hint, numeric, onChange }: TextFieldProps) {
  const mistake = errors[name];
  const error = mistake && mistake in MISTAKES ? MISTAKES[mistake as keyof typeof MISTAKES] : '';
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
