import type { ComponentType } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import { UPLOAD_RULE_MAX, type UploadRule } from '../../../contract/upload.ts';
import { RULE_FIELDS } from '../../lib/price-lists/rule-texts.ts';
import { Field } from '../ui/Field.tsx';
import { BrandsField } from './BrandsField.tsx';
import { MarkupField } from './MarkupField.tsx';
import { RoundingField } from './RoundingField.tsx';
import type { BrandsInput } from './rule-input.ts';
import { VatField } from './VatField.tsx';

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
export function RuleField({ rule, value, isWrong, brands, onChange }: Props) {
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
