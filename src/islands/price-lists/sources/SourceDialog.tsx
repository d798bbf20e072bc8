import { type SubmitEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { SOURCE_KINDS } from '../../../../contract/catalogue/source-kinds.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import { unsaved } from '../../../lib/editing/editor-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { askToLeave, openForm } from '../../../lib/platform/router.ts';
import { presetCalls, referenceCalls } from '../../../lib/price-lists/price-list-calls.ts';
import {
  INTERVALS,
  losesSecret,
  NEW_SOURCE,
  newSourceBody,
  type SourceForm,
  sourceBody,
  sourceFormOf,
  sourceMistakes,
  sourceForm as texts,
} from '../../../lib/price-lists/sources/source-form.ts';
import { type PlaceFlag, type PlaceName, shownKind } from '../../../lib/price-lists/sources/source-kinds.ts';
import { sourceErrors } from '../../../lib/price-lists/sources/source-texts.ts';
import type { Sources } from '../../../lib/price-lists/sources/sources-store.ts';
import { loadOwners, type Owners } from '../../../lib/price-lists/upload/owners.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { DialogFoot, Failed, Field } from '../../ui/controls.tsx';
import { useCall, useLoaded } from '../../ui/hooks.ts';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { ReferenceSelect } from '../ReferenceSelect.tsx';

interface SourceDialogProps {
  /** Null: a new one. */
  readonly source: ImportSource | null;
  readonly known: KnownOwners;
  readonly store: Sources;
  readonly onSaved: (title: string) => void;
  readonly onClose: () => void;
}

/** Adds a source or changes one; what was typed outlives a refusal. */
export function SourceDialog({ source, known, store, onSaved, onClose }: SourceDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [before] = useState<SourceForm>(() => (source ? sourceFormOf(source) : NEW_SOURCE));
  const [form, setForm] = useState(before);
  const [tried, setTried] = useState(false);
  const { busy, failure, run, forget } = useCall();
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(openForm, []);

  const isTyped = JSON.stringify(form) !== JSON.stringify(before);
  /** Esc and the gesture «back» of a phone, too, ask before anything typed is lost. */
  const leave = (event?: SyntheticEvent) => {
    event?.preventDefault();
    askToLeave(() => dialog.current?.close());
  };

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    forget();
    if (sourceMistakes(form, source).size > 0) {
      // The mistakes are drawn by then.
      requestAnimationFrame(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const failed = await run(() =>
      source ? store.change(source.id, sourceBody(form)) : store.create(newSourceBody(form)),
    );
    if (failed !== null) return;
    onSaved(form.title.trim());
    dialog.current?.close();
  }

  const part = {
    form,
    source,
    mistakes: tried ? sourceMistakes(form, source) : new Map<string, string>(),
    onChange: (change: Partial<SourceForm>) => setForm((typed) => ({ ...typed, ...change })),
  };
  return (
    <>
      <dialog
        ref={dialog}
        className="confirm wide"
        aria-labelledby={heading}
        onKeyDown={(event) => event.key === 'Escape' && isTyped && leave(event)}
        onCancel={leave}
        onClose={onClose}>
        <h2 id={heading}>{source ? texts.editHeading : texts.createHeading}</h2>
        <form className="source-form" onSubmit={(event) => void save(event)} noValidate>
          <OwnerFields {...part} known={known} />
          <PlaceFields {...part} />
          <ScheduleFields {...part} />
          <LimitFields {...part} />
          <p role="alert" className="field-error">
            {failureText(failure, sourceErrors)}
          </p>
          <DialogFoot cancel={texts.cancel} submit={source ? texts.save : texts.create} busy={busy} onCancel={leave} />
        </form>
      </dialog>
      <UnsavedGuard dirty={isTyped} details={unsaved.discardDetails} />
    </>
  );
}

/** What every part of the form of a source is given. */
interface SourceFormPart {
  readonly form: SourceForm;
  /** The source that is changed; null: a new one. */
  readonly source: ImportSource | null;
  /** In words, by the name of the field. */
  readonly mistakes: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<SourceForm>) => void;
}

type TextName = {
  [Name in keyof SourceForm]: string extends SourceForm[Name] ? Name : never;
}[keyof SourceForm];

interface SourceFieldsProps extends Pick<SourceFormPart, 'form' | 'mistakes' | 'onChange'> {
  readonly name: TextName;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly inputMode?: 'numeric' | 'decimal' | 'url' | 'email' | undefined;
  readonly maxLength?: number;
}

/** One typed field of a source. */
function SourceField(props: SourceFieldsProps) {
  const { form, mistakes, name, label, hint, inputMode, maxLength = 500 } = props;
  return (
    <Field label={label} hint={hint} error={mistakes.get(name) ?? ''}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={form[name]}
          onChange={({ target }) => props.onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

/** The value and the text of a choice. */
type Option = readonly [value: string, text: string];

interface SourceChoiceProps extends Pick<SourceFormPart, 'form' | 'onChange'> {
  readonly name: 'everyMinutes' | 'presetId' | 'kind';
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly options: readonly Option[];
}

/** One choice of a source. */
function SourceChoice({ form, name, label, hint, error, options, onChange }: SourceChoiceProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={form[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SourceFlagProps extends Pick<SourceFormPart, 'form' | 'onChange'> {
  readonly name: PlaceFlag | 'isEnabled' | 'forgetsSecret';
  readonly label: string;
}

/** One yes or no of a source. */
function SourceFlag({ form, name, label, onChange }: SourceFlagProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={form[name]}
        onChange={({ target }) => onChange({ [name]: target.checked })}
      />
      <span>{label}</span>
    </label>
  );
}

/** Where price lists are looked for; what is asked depends on the kind. */
function PlaceFields(part: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.place}</legend>
      {shownKind(part.form.kind).lines.map((names) => {
        const fields = names.map((name) =>
          name === 'secret' ? <SecretField key={name} {...part} /> : <PlaceInput key={name} {...part} name={name} />,
        );
        return names.length === 1 ? (
          fields
        ) : (
          <div key={names.join()} className="upload-grid gap-0-20 stack two">
            {fields}
          </div>
        );
      })}
    </fieldset>
  );
}

const isFlag = (form: SourceForm, name: PlaceName): name is PlaceFlag => typeof form[name] === 'boolean';

/** A setting of the place: a box to check where it is a yes or no, otherwise a text. */
function PlaceInput({ form, mistakes, onChange, name }: SourceFormPart & { readonly name: PlaceName }) {
  const { label = '', hint, inputMode } = shownKind(form.kind).fields[name] ?? {};
  if (!isFlag(form, name)) return <SourceField {...{ form, mistakes, onChange, label, hint, inputMode }} name={name} />;
  return <SourceFlag {...{ form, onChange, name, label }} />;
}

const SECRET_MAX = 1_000;

/** The password of a source: it can be typed or taken away, and is never shown again. */
function SecretField({ form, source, mistakes, onChange }: SourceFormPart) {
  const isKept = source?.hasSecret === true;
  return (
    <div>
      <Field
        label={texts.secret}
        hint={losesSecret(form, source) ? texts.secretLost : isKept ? texts.secretKept : texts.secretNew}
        error={mistakes.get('secret') ?? ''}>
        {(control) => (
          <input
            {...control}
            type="password"
            name="secret"
            autoComplete="new-password"
            maxLength={SECRET_MAX}
            disabled={form.forgetsSecret}
            value={form.secret}
            onChange={({ target }) => onChange({ secret: target.value })}
          />
        )}
      </Field>
      {isKept && (
        <SourceFlag
          form={form}
          name="forgetsSecret"
          label={texts.forgetSecret}
          onChange={(change) => onChange({ ...change, secret: '' })}
        />
      )}
    </div>
  );
}

/** How often a source is checked, and after how many days without files a warning is sent. */
function ScheduleFields(part: SourceFormPart) {
  const { form } = part;
  const chosen = Number(form.everyMinutes);
  const intervals = { ...(chosen in INTERVALS ? {} : { [chosen]: texts.otherInterval(chosen) }), ...INTERVALS };
  return (
    <fieldset>
      <legend>{texts.groups.schedule}</legend>
      <div className="upload-grid gap-0-20 stack two">
        <SourceChoice {...part} name="everyMinutes" label={texts.everyMinutes} options={Object.entries(intervals)} />
        <SourceField
          {...part}
          name="quietDays"
          label={texts.quietDays}
          hint={texts.quietDaysHint}
          inputMode="numeric"
        />
      </div>
      <SourceFlag {...part} name="isEnabled" label={texts.isEnabled} />
    </fieldset>
  );
}

const LIMITS = ['failedShare', 'skippedShare', 'priceFactor'] as const;

/** Limits within which a price list is applied without a decision. */
function LimitFields(part: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.limits}</legend>
      <p className="muted small">{texts.limitsHint}</p>
      <div className="upload-grid gap-0-20 stack">
        {LIMITS.map((name) => (
          <SourceField key={name} {...part} name={name} label={texts[name]} inputMode="decimal" />
        ))}
      </div>
    </fieldset>
  );
}

interface OwnerFieldsProps extends SourceFormPart {
  readonly known: KnownOwners;
}

/** What the source is called, whose price lists it brings and how they are read. */
function OwnerFields({ known, ...part }: OwnerFieldsProps) {
  const { form, source, mistakes, onChange } = part;
  const { owners } = known;
  const { value, failure } = useLoaded(
    async (provider) => (provider === '' ? [] : presetCalls.list(Number(provider))),
    form.providerId,
  );
  const presets = failure ? 'failed' : value;
  return (
    <fieldset>
      <legend>{texts.groups.owner}</legend>
      <SourceField {...part} name="title" label={texts.title} hint={texts.titleHint} maxLength={TITLE_MAX} />
      {source ? (
        <p className="muted small">{texts.ownerFixed}</p>
      ) : known.failure ? (
        <Failed failure={known.failure} onAgain={known.load}>
          {texts.ownersFailed}
        </Failed>
      ) : (
        <div className="upload-grid gap-0-20 stack two">
          <ReferenceSelect
            label={upload.provider}
            choose={upload.chooseProvider}
            rows={owners.providers}
            value={form.providerId}
            error={mistakes.get('providerId') ?? ''}
            {...(owners.providers.length === 0 && { create: { text: upload.createProvider, path: paths.providers } })}
            onChange={(providerId) => onChange({ providerId, presetId: '' })}
          />
          <ReferenceSelect
            label={upload.brand}
            choose={upload.chooseBrand}
            rows={owners.brands}
            value={form.brandId}
            error={mistakes.get('brandId') ?? ''}
            {...(owners.brands.length === 0 && { create: { text: upload.createBrand, path: paths.brands } })}
            onChange={(brandId) => onChange({ brandId })}
          />
        </div>
      )}
      <SourceChoice
        {...part}
        name="presetId"
        label={texts.preset}
        hint={texts.presetHint}
        error={presets === 'failed' ? texts.presetsFailed : ''}
        options={[['', texts.presetNone], ...optionsOf(presets, form.presetId)]}
      />
      {!source && (
        <SourceChoice
          {...part}
          name="kind"
          label={texts.kind}
          options={SOURCE_KINDS.map((kind) => [kind, shownKind(kind).from])}
        />
      )}
    </fieldset>
  );
}

type Known = readonly Preset[] | 'failed' | null;

/** Keeps the chosen preset while the list loads, and shows it as deleted when it is. */
function optionsOf(presets: Known, chosen: string): readonly Option[] {
  const isLoaded = presets !== null && presets !== 'failed';
  const known = (isLoaded ? presets : []).map(({ id, name }): Option => [String(id), name]);
  if (chosen === '' || known.some(([id]) => id === chosen)) return known;
  return [[chosen, isLoaded ? texts.presetGone : '…'], ...known];
}

/** Brands and providers as far as they are known. */
interface KnownOwners {
  readonly owners: Owners;
  /** Why they are not known; null while they are, or are on their way. */
  readonly failure: Failure | null;
  /** Asks for them anew; those that are known stay in sight meanwhile. */
  readonly load: () => void;
}

const NO_OWNERS: Owners = { brands: [], providers: [] };

/** Loads brands and providers. A list is shown without them; a form says what it misses. */
export function useKnownOwners(): KnownOwners {
  const { value, failure, again } = useLoaded(() => loadOwners(referenceCalls));
  return { owners: value ?? NO_OWNERS, failure, load: () => void again() };
}
