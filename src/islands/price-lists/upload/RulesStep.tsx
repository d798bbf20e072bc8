import { type ComponentType, useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import type { UploadRule } from '../../../../contract/limits.ts';
import { MISSING, REPEATED, UPLOAD_RULE_MAX } from '../../../../contract/price-lists/upload.ts';
import { RULE_FIELDS } from '../../../lib/price-lists/upload/rule-texts.ts';
import { DEFAULT_SETTINGS } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Field } from '../../ui/controls.tsx';
import { BrandsField } from './BrandsField.tsx';
import { MarkupField } from './MarkupField.tsx';
import { RoundingField, VatField } from './RoundingField.tsx';
import type { BrandsInput } from './RuleFrame.tsx';
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
      className="upload-rules below-16 box"
      open={isOpen || CHECKED.some((name) => errors[name])}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{upload.groups.rules}</summary>
      <div className="upload-grid gap-0-20 stack rules">
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

interface Props {
  readonly rule: UploadRule;
  readonly value: string;
  /** Somebody has tried to send the form, and this rule cannot be read. */
  readonly isWrong: boolean;
  /** The brands that there are. */
  readonly brands: readonly ReferenceRow[];
  readonly onChange: (value: string) => void;
}

const INPUTS: Readonly<Partial<Record<UploadRule, ComponentType<BrandsInput>>>> = {
  markup: MarkupField,
  rounding: RoundingField,
  vat: VatField,
  brandByManufacturer: BrandsField,
};

/** One rule by which rows are read: put together, chosen or typed. */
function RuleField({ rule, value, isWrong, brands, onChange }: Props) {
  const { label, hint, choices, lines } = RULE_FIELDS[rule];
  const Input = INPUTS[rule];
  if (Input) return <Input {...{ label, hint, value, brands, onChange }} isChecked={isWrong} />;
  const common = {
    name: rule,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => {
        if (choices) {
          return (
            <select {...control} {...common}>
              {Object.entries(choices).map(([choice, text]) => (
                <option key={choice} value={choice}>
                  {text}
                </option>
              ))}
            </select>
          );
        }
        if (lines) return <textarea {...control} {...common} rows={3} maxLength={UPLOAD_RULE_MAX} />;
        return <input {...control} {...common} type="text" autoComplete="off" maxLength={UPLOAD_RULE_MAX} />;
      }}
    </Field>
  );
}

interface RepeatedSelectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which of several rows of one position counts. */
function RepeatedSelect({ value, onChange }: RepeatedSelectProps) {
  return (
    <Field label={upload.repeated}>
      {(control) => (
        <select {...control} name="repeated" value={value} onChange={({ target }) => onChange(target.value)}>
          {REPEATED.map((name) => (
            <option key={name} value={name}>
              {upload.repeatedChoices[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface MissingSelectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What becomes of positions that the list does not name. */
function MissingSelect({ value, onChange }: MissingSelectProps) {
  return (
    <Field label={upload.missing} hint={upload.missingHint}>
      {(control) => (
        <select {...control} name="missing" value={value} onChange={({ target }) => onChange(target.value)}>
          {MISSING.map((name) => (
            <option key={name} value={name}>
              {upload.missingChoices[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
