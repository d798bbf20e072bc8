import { sourceForm as texts } from '../../lib/import-sources/form-texts.ts';
import { SourceField, type SourceFormPart } from './SourceField.tsx';

const LIMITS = ['failedShare', 'skippedShare', 'priceFactor'] as const;

/** Inside which limits a price list is applied without anybody's look. */
export function LimitFields({ form, mistakes, onChange }: SourceFormPart) {
  return (
    <fieldset>
      <legend>{texts.groups.limits}</legend>
      <p className="muted small">{texts.limitsHint}</p>
      <div className="upload-grid">
        {LIMITS.map((name) => (
          <SourceField
            key={name}
            form={form}
            mistakes={mistakes}
            name={name}
            inputMode="decimal"
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  );
}
