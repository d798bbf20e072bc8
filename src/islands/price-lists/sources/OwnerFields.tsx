import { useCallback, useEffect, useState } from 'react';
import type { Preset } from '../../../../contract/catalogue/runs.ts';
import { TITLE_MAX } from '../../../../contract/limits.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../../contract/price-lists/source-kinds.ts';
import { type Failure, failureOf } from '../../../lib/platform/http-client.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { presetCalls, referenceCalls } from '../../../lib/price-lists/price-list-calls.ts';
import { sourceForm as texts } from '../../../lib/price-lists/sources/source-form-texts.ts';
import { loadOwners, type Owners } from '../../../lib/price-lists/upload/owners.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Field } from '../../ui/Field.tsx';
import { Failed } from '../../ui/Message.tsx';
import { ReferenceSelect } from '../ReferenceSelect.tsx';
import { mistakeOf, SourceField, type SourceFormPart } from './SourceFields.tsx';

interface Props extends SourceFormPart {
  readonly known: KnownOwners;
}

/** What the source is called, whose price lists it brings and how they are read. */
export function OwnerFields({ form, source, mistakes, known, onChange }: Props) {
  const { owners } = known;
  const presets = usePresets(form.providerId);
  return (
    <fieldset>
      <legend>{texts.groups.owner}</legend>
      <SourceField
        form={form}
        mistakes={mistakes}
        name="title"
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
        <div className="upload-grid two">
          <ReferenceSelect
            label={upload.provider}
            choose={upload.chooseProvider}
            rows={owners.providers}
            value={form.providerId}
            error={mistakeOf(mistakes, 'providerId')}
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
            error={mistakeOf(mistakes, 'brandId')}
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
                  {texts.kinds[kind]}
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

/** The presets of a provider; null until they are known. */
function usePresets(providerId: string): Known {
  const [presets, setPresets] = useState<Known>(null);
  useEffect(() => {
    setPresets(providerId === '' ? [] : null);
    if (providerId === '') return;
    let isHere = true;
    presetCalls.list(Number(providerId)).then(
      (found) => isHere && setPresets(found),
      () => isHere && setPresets('failed'),
    );
    return () => {
      isHere = false;
    };
  }, [providerId]);
  return presets;
}

/** Brands and providers as far as they are known. */
export interface KnownOwners {
  readonly owners: Owners;
  /** Why they are not known; null while they are, or are on their way. */
  readonly failure: Failure | null;
  /** Asks for them anew; those that are known stay in sight meanwhile. */
  readonly load: () => void;
}

/** Loads brands and providers. A list is shown without them; a form says what it misses. */
export function useOwners(): KnownOwners {
  const [known, setKnown] = useState<Omit<KnownOwners, 'load'>>({
    owners: { brands: [], providers: [] },
    failure: null,
  });
  const load = useCallback(() => {
    loadOwners(referenceCalls).then(
      (owners) => setKnown({ owners, failure: null }),
      (error: unknown) => setKnown(({ owners }) => ({ owners, failure: failureOf(error) })),
    );
  }, []);
  useEffect(load, [load]);
  return { ...known, load };
}
