// The form of the upload of a price list: file, supplier, brand, columns and rules; mistakes stand under their fields.
// Around it is Upload.tsx.
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { PRICE_FILE_MAX, TITLE_MAX } from '../../../../contract/limits.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../../contract/price-lists/upload.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { ChosenFile, GuessState } from '../../../lib/price-lists/upload/chosen-file.ts';
import { withLast } from '../../../lib/price-lists/upload/guessed-settings.ts';
import type { Owners } from '../../../lib/price-lists/upload/owners.ts';
import { preview as texts } from '../../../lib/price-lists/upload/preview.ts';
import * as uploadSettings from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFailureText, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { listErrors } from '../../../lib/ui/list-editor-texts.ts';
import { background } from '../../ui/chunk.tsx';
import { Button, Dots, Message } from '../../ui/controls.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { useCall } from '../../ui/hooks.ts';
import { TextField } from '../../ui/TextField.tsx';
import { FieldError, ReferenceSelect } from '../form-parts.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { PresetPart } from './PresetPart.tsx';
import type { FormPart } from './RuleFields.tsx';
import { RulesStep } from './RulesStep.tsx';
import { type NewOwners, type OwnerChoice, type PriceForm, upload as store } from './use-price-form.ts';

const LastUpload = background(() => import('./LastUpload.tsx'));

interface UploadFormProps {
  readonly owners: Owners;
  readonly form: PriceForm;
  /** `ids` are those of owners that were added just now. */
  readonly onSubmit: (file: File, ids: Partial<uploadSettings.UploadSettings>) => void;
}

function fileError(file: File | null, guess: GuessState): string {
  if (file === null || file.size === 0) return uploadFieldErrors.file;
  if (file.size > PRICE_FILE_MAX) return uploadFieldErrors.large;
  return isUnfit(guess) ? uploadFieldErrors.unfit : '';
}

const isUnfit = (guess: GuessState): boolean => guess.phase === 'failed' && guess.isUnfit;

/** The form of an upload, from the file on: mistakes under their fields, the first of them in focus. */
export function UploadForm({ owners, form, onSubmit }: UploadFormProps) {
  const { settings, file, guessed, isOwn } = form;
  const [checked, setChecked] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { busy, failure, run } = useCall();
  const answer = guessed.phase === 'ready' ? guessed.answer : null;
  const last = settings.providerId === '' ? null : store.lastOf(settings.providerId);
  const errors = isOwn ? {} : form.newOwners.errors(uploadSettings.settingsErrors(settings));
  const part = {
    settings,
    errors: checked ? errors : {},
    onChange: (change: Partial<uploadSettings.UploadSettings>) => form.update((typed) => ({ ...typed, ...change })),
  };

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setChecked(true);
    const isRight = Object.keys(errors).length === 0;
    if (file !== null && fileError(file, guessed) === '' && isRight)
      void run(async () => onSubmit(file, isOwn ? {} : await form.newOwners.add()));
    // The errors are drawn by then.
    else requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }

  return (
    <form ref={element} className="upload-form" onSubmit={submit} noValidate>
      <p className="muted">{upload.lead}</p>
      <LastUpload runId={store.lastRun()} />
      <FileStep
        file={file}
        before={form.before}
        error={checked ? fileError(file, guessed) : ''}
        guess={guessed}
        isOwn={isOwn}
        onFile={(chosen) => void form.choose(chosen)}
      />
      {!isOwn && (
        <>
          <OwnerStep
            {...part}
            {...owners}
            owner={form.owner}
            added={form.newOwners}
            lastSettings={last && withLast(last, settings)}>
            <PresetPart choice={form.preset} settings={settings} file={answer} />
          </OwnerStep>
          {!isUnfit(guessed) && <ColumnsStep {...part} guess={answer} />}
          <RulesStep {...part} brands={owners.brands} />
        </>
      )}
      <FieldError>{failure && failureText(failure, listErrors)}</FieldError>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {upload.submit}
        </Button>
        <span className="muted small">{upload.submitHint}</span>
      </div>
    </form>
  );
}

interface FileStepProps {
  readonly file: File | null;
  /** The file that was at hand before the page was loaded anew: the browser does not keep it. */
  readonly before: ChosenFile | null;
  readonly error: string;
  readonly guess: GuessState;
  readonly isOwn: boolean;
  readonly onFile: (file: File | null) => void;
}

/** The choice of the file, and what the service makes of it. */
function FileStep({ file, before, error, guess, isOwn, onFile }: FileStepProps) {
  return (
    <fieldset>
      <legend>{upload.groups.file}</legend>
      {before && <Message kind="info">{upload.chooseAgain(before.name, before.isChecked)}</Message>}
      <FileDrop
        label={upload.file}
        hint={upload.fileHint}
        prompt={upload.filePrompt}
        clearLabel={upload.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        error={error}
        onFile={onFile}
      />
      {guess.phase === 'guessing' && <Guessing />}
      {guess.phase === 'failed' && (
        <Message kind="warning">
          <strong>{texts.guessFailed}</strong> {uploadFailureText(guess.failure)}{' '}
          {guess.isUnfit ? texts.unfit : texts.guessByHand}
        </Message>
      )}
      {guess.phase === 'ready' && isOwn && <Message kind="success">{texts.own}</Message>}
    </fieldset>
  );
}

function Guessing() {
  return (
    <div className="preview-guessing below-20" aria-busy="true">
      <p role="status">
        {texts.guessing}
        <Dots />
      </p>
      <span className="skeleton preview-bone" aria-hidden="true" />
    </div>
  );
}

interface OwnerStepProps extends FormPart {
  readonly brands: readonly ReferenceRow[];
  readonly providers: readonly ReferenceRow[];
  readonly owner: OwnerChoice;
  readonly added: NewOwners;
  /** Settings of the last upload of the chosen provider. */
  readonly lastSettings: uploadSettings.UploadSettings | null;
  readonly children: ReactNode;
}

function OwnerStep(props: OwnerStepProps) {
  const { settings, errors, brands, providers, owner, added, lastSettings, children, onChange } = props;
  const offersLast = lastSettings !== null && JSON.stringify(lastSettings) !== JSON.stringify(settings);
  return (
    <fieldset>
      <legend>{upload.groups.main}</legend>
      <div className="upload-grid gap-0-20 stack two">
        <OwnerField
          list="providers"
          {...added}
          error={errors.providerId}
          field={{ label: upload.newProvider, add: upload.createProvider }}
          select={{
            ...{ label: upload.provider, choose: upload.chooseProvider, rows: providers, value: settings.providerId },
            ...{ error: uploadFieldErrors.providerId, onChange: owner.chooseProvider },
          }}
        />
        <OwnerField
          list="brands"
          {...added}
          error={errors.brandId}
          field={{ label: upload.newBrand, add: upload.createBrand }}
          select={{
            ...{ label: upload.brand, choose: upload.chooseBrand, rows: brands, value: settings.brandId },
            ...{ error: uploadFieldErrors.brandId, onChange: owner.chooseBrand },
          }}
        />
      </div>
      {owner.note && <Message kind="info">{owner.note}</Message>}
      {owner.left.length > 0 && (
        <p className="upload-last" role="status">
          {upload.rulesLeft(owner.left)}{' '}
          <Button kind="quiet" onClick={owner.takeBack}>
            {upload.takeRulesBack}
          </Button>
        </p>
      )}
      {children}
      {offersLast && (
        <p className="upload-last" role="status">
          {upload.lastSettings}{' '}
          <Button kind="quiet" onClick={() => onChange(lastSettings)}>
            {upload.takeLastSettings}
          </Button>
        </p>
      )}
      <label className="check">
        <input
          type="checkbox"
          name="addNewPositionMode"
          checked={settings.addNewPositionMode}
          onChange={({ target }) => onChange({ addNewPositionMode: target.checked })}
        />
        <span>
          {upload.addNew}
          <small className="field-hint">{upload.addNewHint}</small>
        </span>
      </label>
    </fieldset>
  );
}

interface OwnerFieldProps extends Pick<NewOwners, 'titles' | 'type'> {
  readonly list: keyof Owners;
  readonly error: string | undefined;
  readonly field: { readonly label: string; readonly add: string };
  readonly select: Omit<ComponentProps<typeof ReferenceSelect>, 'add'>;
}

/** The choice of a brand or a provider, or the title of one that is added with the check; there is none to choose at first. */
function OwnerField({ list, titles, type, error, field, select }: OwnerFieldProps) {
  const title = titles[list];
  const input = useRef<HTMLInputElement>(null);
  const isTyped = title !== null && select.rows.length > 0;
  // The button that it takes the place of had the focus.
  useEffect(() => {
    if (isTyped) input.current?.focus();
  }, [isTyped]);
  if (title === null) {
    const add = { text: field.add, onPress: () => type(list, '') };
    return <ReferenceSelect {...select} error={error && select.error} add={add} />;
  }
  const back = isTyped && (
    <Button kind="quiet" onClick={() => type(list, null)}>
      {upload.chooseFromList}
    </Button>
  );
  return (
    <TextField
      label={field.label}
      hint={
        <>
          {upload.newOwnerHint} {back}
        </>
      }
      error={error && uploadFieldErrors.newTitle}
      most={TITLE_MAX}
      ref={input}
      value={title}
      onChange={(text) => type(list, text)}
    />
  );
}
