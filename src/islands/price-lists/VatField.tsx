import { useId } from 'react';
import { vatTexts as texts } from '../../lib/price-lists/price-rule-texts.ts';
import { isVat, readVat, type VatParts, withVatPercent, writeVat } from '../../lib/price-lists/vat-parts.ts';
import { RuleParts } from './RuleParts.tsx';
import type { RuleInput } from './rule-input.ts';

const WAYS = ['', 'add', 'remove'] as const;

/** What becomes of value added tax. */
export function VatField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const id = useId();
  const parts = readVat(value);
  const error = isChecked && !isVat(value) ? texts.mistake : '';
  return (
    <RuleParts label={label} hint={hint} error={error} errorId={id}>
      <select
        name="vat"
        aria-label={texts.by}
        value={parts.by}
        onChange={({ target }) => onChange(writeVat({ ...parts, by: target.value as VatParts['by'] }))}
      >
        {WAYS.map((by) => (
          <option key={by} value={by}>
            {texts.ways[by]}
          </option>
        ))}
      </select>
      {parts.by !== '' && (
        <label>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={texts.percent}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            maxLength={8}
            value={parts.percent}
            onChange={({ target }) => onChange(writeVat(withVatPercent(parts, target.value)))}
          />
          <span>%</span>
        </label>
      )}
    </RuleParts>
  );
}
