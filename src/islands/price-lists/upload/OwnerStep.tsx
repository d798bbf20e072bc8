import type { ReactNode } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { paths } from '../../../lib/platform/paths.ts';
import type { UploadSettings } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button } from '../../ui/controls.tsx';
import { ReferenceSelect } from '../ReferenceSelect.tsx';
import type { FormPart } from './TextField.tsx';
import type { OwnerChoice } from './use-price-form.ts';

interface Props extends FormPart {
  readonly brands: readonly ReferenceRow[];
  readonly providers: readonly ReferenceRow[];
  readonly owner: OwnerChoice;
  /** Settings of the last upload of the chosen provider. */
  readonly lastSettings: UploadSettings | null;
  /** The choice of a preset. */
  readonly children: ReactNode;
}

/** Whose price list it is. */
export function OwnerStep(props: Props) {
  const { settings, errors, brands, providers, owner, lastSettings, children, onChange } = props;
  const offersLast = lastSettings !== null && JSON.stringify(lastSettings) !== JSON.stringify(settings);
  return (
    <fieldset>
      <legend>{upload.groups.main}</legend>
      <div className="upload-grid gap-0-20 stack two">
        <ReferenceSelect
          label={upload.provider}
          choose={upload.chooseProvider}
          rows={providers}
          value={settings.providerId}
          error={errors.providerId && uploadFieldErrors.providerId}
          create={{ text: upload.createProvider, path: paths.providers }}
          onChange={owner.chooseProvider}
        />
        <ReferenceSelect
          label={upload.brand}
          choose={upload.chooseBrand}
          rows={brands}
          value={settings.brandId}
          error={errors.brandId && uploadFieldErrors.brandId}
          create={{ text: upload.createBrand, path: paths.brands }}
          onChange={owner.chooseBrand}
        />
      </div>
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
