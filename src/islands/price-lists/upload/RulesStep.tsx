// The step of the upload form with rules for prices, makers and rows (mark-up, currency, rounding, VAT); most price
// lists need none of it.
import { type ComponentType, useId, useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import type { UploadRule } from '../../../../contract/limits.ts';
import { MISSING, REPEATED, UPLOAD_RULE_MAX } from '../../../../contract/price-lists/upload.ts';
import { RULE_FIELDS, roundingTexts, vatTexts } from '../../../lib/price-lists/upload/rule-texts.ts';
import * as typedRules from '../../../lib/price-lists/upload/typed-rules.ts';
import { DEFAULT_SETTINGS } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { overlong } from '../../../lib/ui/length-text.ts';
import { Field } from '../../ui/controls.tsx';
import { Options } from '../form-parts.tsx';
import { BrandsField } from './BrandsField.tsx';
import { type BrandsInput, type FormPart, MarkupField, type RuleInput, RuleParts, TextField } from './RuleFields.tsx';

const TYPED = ['profit', 'currency', 'rate'] as const;
const CHECKED = [...TYPED, 'markup', 'rounding', 'vat', 'brandByManufacturer'] as const;
const RULES = Object.keys(RULE_FIELDS) as readonly UploadRule[];

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
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{upload.groups.rules}</summary>
      <div className="upload-grid gap-0-20 stack rules">
        <TextField name="profit" {...part} numeric hint={upload.profitHint} />
        <TextField name="currency" {...part} hint={upload.currencyHint} />
        <TextField name="rate" {...part} numeric hint={upload.rateHint} />
        <PositionChoice name="repeated" {...part} />
        <PositionChoice name="missing" {...part} hint={upload.missingHint} />
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

interface RulesStepProps {
  readonly rule: UploadRule;
  readonly value: string;
  /** The form was submitted, and this rule cannot be read. */
  readonly isWrong: boolean;
  readonly brands: readonly ReferenceRow[];
  readonly onChange: (value: string) => void;
}

const INPUTS: Readonly<Partial<Record<UploadRule, ComponentType<BrandsInput>>>> = {
  markup: MarkupField,
  rounding: RoundingField,
  vat: VatField,
  brandByManufacturer: BrandsField,
};

function RuleField({ rule, value, isWrong, brands, onChange }: RulesStepProps) {
  const { label, hint, choices, lines } = RULE_FIELDS[rule];
  const Input = INPUTS[rule];
  if (Input) return <Input {...{ label, hint, value, brands, onChange }} isChecked={isWrong} />;
  const common = { name: rule, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  return (
    <Field label={label} hint={hint} error={overlong(value, UPLOAD_RULE_MAX)}>
      {(control) => {
        if (choices)
          return (
            <select {...control} {...common}>
              <Options of={Object.entries(choices)} />
            </select>
          );
        if (lines) return <textarea {...control} {...common} rows={3} />;
        return <input {...control} {...common} type="text" autoComplete="off" />;
      }}
    </Field>
  );
}

const CHOICES = {
  repeated: REPEATED.map((name) => [name, upload.repeatedChoices[name]] as const),
  missing: MISSING.map((name) => [name, upload.missingChoices[name]] as const),
};

interface PositionChoiceProps extends FormPart {
  readonly name: keyof typeof CHOICES;
  readonly hint?: string;
}

/** Which of several rows of one position counts, and what becomes of positions that the list does not name. */
function PositionChoice({ name, hint, settings, onChange }: PositionChoiceProps) {
  return (
    <Field label={upload[name]} hint={hint}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={settings[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}>
          <Options of={CHOICES[name]} />
        </select>
      )}
    </Field>
  );
}

const DIRECTIONS = ['', 'nearest', 'up'] as const;
/** What is rounded to until something else is chosen, roubles. */
const USUAL_STEP = '10';

function RoundingField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const error = useId();
  const parts = typedRules.readRounding(value);
  const mistake = isChecked ? typedRules.roundingMistake(parts) : null;
  const put = (next: typedRules.RoundingParts) => onChange(typedRules.writeRounding(next));
  const marks = (part: 'step' | 'less') =>
    mistake === part ? ({ 'aria-invalid': true, 'aria-describedby': error } as const) : {};
  return (
    <RuleParts label={label} hint={hint} error={mistake && roundingTexts.mistakes[mistake]} errorId={error}>
      <select
        name="rounding"
        aria-label={roundingTexts.direction}
        value={parts.direction}
        onChange={({ target }) => {
          const direction = target.value as typedRules.RoundingParts['direction'];
          put({ ...parts, direction, step: parts.step || USUAL_STEP });
        }}>
        <Options of={DIRECTIONS.map((direction) => [direction, roundingTexts.directions[direction]])} />
      </select>
      {parts.direction !== '' && (
        <>
          <select
            aria-label={roundingTexts.step}
            {...marks('step')}
            value={parts.step}
            onChange={({ target }) => put({ ...parts, step: target.value })}>
            <Options of={typedRules.stepsWith(parts.step).map((step) => [step, roundingTexts.stepText(step)])} />
          </select>
          <label>
            <span>{roundingTexts.less}</span>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={roundingTexts.lessLabel}
              {...marks('less')}
              value={parts.less}
              onChange={({ target }) => put(typedRules.withRoundingPart(parts, 'less', target.value))}
            />
          </label>
        </>
      )}
    </RuleParts>
  );
}

const VAT_CHANGES = ['', 'add', 'remove'] as const;

function VatField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const id = useId();
  const parts = typedRules.readVat(value);
  const error = isChecked && !typedRules.isVat(value) ? vatTexts.mistake : '';
  return (
    <RuleParts label={label} hint={hint} error={error} errorId={id}>
      <select
        name="vat"
        aria-label={vatTexts.by}
        value={parts.by}
        onChange={({ target }) =>
          onChange(typedRules.writeVat({ ...parts, by: target.value as typedRules.VatParts['by'] }))
        }>
        <Options of={VAT_CHANGES.map((by) => [by, vatTexts.changes[by]])} />
      </select>
      {parts.by !== '' && (
        <label>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={vatTexts.percent}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            value={parts.percent}
            onChange={({ target }) => onChange(typedRules.writeVat(typedRules.withVatPercent(parts, target.value)))}
          />
          <span>%</span>
        </label>
      )}
    </RuleParts>
  );
}
