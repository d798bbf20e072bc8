import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../../contract/catalogue/source-kinds.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { presetCalls, referenceCalls } from '../../../lib/price-lists/price-list-calls.ts';
import { sourceForm as texts } from '../../../lib/price-lists/sources/source-form-texts.ts';
import { shownKind } from '../../../lib/price-lists/sources/source-kinds.ts';
import { loadOwners, type Owners } from '../../../lib/price-lists/upload/owners.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Failed, Field } from '../../ui/controls.tsx';
import { useLoaded } from '../../ui/hooks.ts';
import { ReferenceSelect } from '../ReferenceSelect.tsx';
import { SourceField, type SourceFormPart } from './SourceFields.tsx';

interface Props extends SourceFormPart {
  readonly known: KnownOwners;
}

/** What the source is called, whose price lists it brings and how they are read. */
export function OwnerFields({ form, source, mistakes, known, onChange }: Props) {
  const { owners } = known;
  const { value, failure } = useLoaded(
    async (provider) => (provider === '' ? [] : presetCalls.list(Number(provider))),
    form.providerId,
  );
  const presets = failure ? 'failed' : value;
  return (
    <fieldset>
      <legend>{texts.groups.owner}</legend>
      <SourceField
        form={form}
        mistakes={mistakes}
        name="title"
        label={texts.title}
        hint={texts.titleHint}
        maxLength={TITLE_MAX}
        onChange={onChange}
      />
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
            {...(owners.providers.length === 0 && {
              create: { text: upload.createProvider, path: paths.providers },
            })}
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
      <Field label={texts.preset} hint={texts.presetHint} error={presets === 'failed' ? texts.presetsFailed : ''}>
        {(control) => (
          <select
            {...control}
            name="presetId"
            value={form.presetId}
            onChange={({ target }) => onChange({ presetId: target.value })}
          >
            <option value="">{texts.presetNone}</option>
            {optionsOf(presets, form.presetId).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!source && (
        <Field label={texts.kind}>
          {(control) => (
            <select
              {...control}
              name="kind"
              value={form.kind}
              onChange={({ target }) => onChange({ kind: target.value as SourceKind })}
            >
              {SOURCE_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {shownKind(kind).from}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </fieldset>
  );
}

type Known = readonly Preset[] | 'failed' | null;

/** The chosen preset stays chosen while the names are on their way, and is told to be gone when it is. */
function optionsOf(presets: Known, chosen: string): readonly Pick<Preset, 'id' | 'name'>[] {
  const known = presets === null || presets === 'failed' ? [] : presets;
  if (chosen === '' || known.some(({ id }) => String(id) === chosen)) return known;
  return [{ id: Number(chosen), name: presets === known ? texts.presetGone : '…' }, ...known];
}

/** Brands and providers as far as they are known. */
export interface KnownOwners {
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
