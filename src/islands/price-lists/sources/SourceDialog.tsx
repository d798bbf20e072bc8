// The dialog in which an administrator adds or changes a source (a place from which price lists are fetched by
// themselves). Fields are in SourceFields.tsx.
import { type SubmitEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { SOURCE_KINDS } from '../../../../contract/catalogue/source-kinds.ts';
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import { unsaved } from '../../../lib/editing/editor-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { askToLeave, openForm } from '../../../lib/platform/router.ts';
import { presetCalls, referenceCalls } from '../../../lib/price-lists/price-list-calls.ts';
import * as sourceForm from '../../../lib/price-lists/sources/source-form.ts';
import { shownKind } from '../../../lib/price-lists/sources/source-kinds.ts';
import { sourceErrors } from '../../../lib/price-lists/sources/source-texts.ts';
import type { Sources } from '../../../lib/price-lists/sources/sources-store.ts';
import { loadOwners, type Owners } from '../../../lib/price-lists/upload/owners.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { DialogFoot, Failed } from '../../ui/controls.tsx';
import { useCall, useLoaded } from '../../ui/hooks.ts';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { ReferenceSelect } from '../form-parts.tsx';
import * as fields from './SourceFields.tsx';

const { sourceForm: texts } = sourceForm;

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
  const [before] = useState<sourceForm.SourceForm>(() =>
    source ? sourceForm.sourceFormOf(source) : sourceForm.NEW_SOURCE,
  );
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
    if (sourceForm.sourceMistakes(form, source).size > 0) {
      // The mistakes are drawn by then.
      requestAnimationFrame(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const failed = await run(() =>
      source ? store.change(source.id, sourceForm.sourceBody(form)) : store.create(sourceForm.newSourceBody(form)),
    );
    if (failed !== null) return;
    onSaved(store.savedTitle());
    dialog.current?.close();
  }

  const part = {
    form,
    source,
    mistakes: tried ? sourceForm.sourceMistakes(form, source) : new Map<string, string>(),
    onChange: (change: Partial<sourceForm.SourceForm>) => setForm((typed) => ({ ...typed, ...change })),
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
          <fields.PlaceFields {...part} />
          <fields.ScheduleFields {...part} />
          <fields.LimitFields {...part} />
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

function OwnerFields({ known, ...part }: fields.SourceFormPart & { readonly known: KnownOwners }) {
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
      <fields.SourceField {...part} name="title" label={texts.title} hint={texts.titleHint} />
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
      <fields.SourceChoice
        {...part}
        name="presetId"
        label={texts.preset}
        hint={texts.presetHint}
        error={presets === 'failed' ? texts.presetsFailed : ''}
        options={[['', texts.presetNone], ...optionsOf(presets, form.presetId)]}
      />
      {!source && (
        <fields.SourceChoice
          {...part}
          name="kind"
          label={texts.kind}
          options={SOURCE_KINDS.map((kind) => [kind, shownKind(kind).from])}
        />
      )}
    </fieldset>
  );
}

/** Keeps the chosen preset while the list loads, and shows it as deleted when it is. */
function optionsOf(presets: readonly Preset[] | 'failed' | null, chosen: string): readonly fields.Option[] {
  const isLoaded = presets !== null && presets !== 'failed';
  const known = (isLoaded ? presets : []).map(({ id, name }): fields.Option => [String(id), name]);
  if (chosen === '' || known.some(([id]) => id === chosen)) return known;
  return [[chosen, isLoaded ? texts.presetGone : '…'], ...known];
}

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
