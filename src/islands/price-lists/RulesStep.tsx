import { useState } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import type { UploadRule } from '../../../contract/upload.ts';
import { RULE_FIELDS } from '../../lib/price-lists/rule-texts.ts';
import { DEFAULT_SETTINGS } from '../../lib/price-lists/upload-settings.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { MissingSelect } from './MissingSelect.tsx';
import { RepeatedSelect } from './RepeatedSelect.tsx';
import { RuleField } from './RuleField.tsx';
import { type FormPart, TextField } from './TextField.tsx';

const TYPED = ['profit', 'currency', 'rate'] as const;
const CHECKED = [...TYPED, 'markup', 'rounding', 'vat', 'brandByManufacturer'] as const;
const RULES = Object.keys(RULE_FIELDS) as readonly UploadRule[];

/** What is made of prices, manufacturers and rows; most lists need none of it. */
export function RulesStep({ brands, ...part }: FormPart & { readonly brands: readonly ReferenceRow[] }) {
  const { settings, errors, onChange } = part;
  const { rules } = settings;
  const [isOpen, setOpen] = useState(
    () =>
      TYPED.some((name) => settings[name] !== '') ||
      RULES.some((rule) => rules[rule] !== '') ||
      settings.missing !== DEFAULT_SETTINGS.missing,
  );
  return (
    <details
      className="upload-rules"
      open={isOpen || CHECKED.some((name) => errors[name])}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{upload.groups.rules}</summary>
      <div className="upload-grid rules">
        <TextField name="profit" {...part} numeric hint={upload.profitHint} />
        <TextField name="currency" {...part} hint={upload.currencyHint} />
        <TextField name="rate" {...part} numeric hint={upload.rateHint} />
        <RepeatedSelect value={settings.repeated} onChange={(repeated) => onChange({ repeated })} />
        <MissingSelect value={settings.missing} onChange={(missing) => onChange({ missing })} />
        {RULES.map((rule) => (
          <RuleField
            key={rule}
            rule={rule}
            value={rules[rule]}
            isWrong={rule in errors}
            brands={brands}
            onChange={(value) => onChange({ rules: { ...rules, [rule]: value } })}
          />
        ))}
      </div>
    </details>
  );
}
