import { type ComponentType, useId, useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import type { UploadRule } from '../../../../contract/limits.ts';
import { MISSING, REPEATED, UPLOAD_RULE_MAX } from '../../../../contract/price-lists/upload.ts';
import { brandTexts, RULE_FIELDS, roundingTexts, vatTexts } from '../../../lib/price-lists/upload/rule-texts.ts';
import * as typedRules from '../../../lib/price-lists/upload/typed-rules.ts';
import { DEFAULT_SETTINGS } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import {
  type BrandsInput,
  type FormPart,
  MarkupField,
  RowsField,
  type RuleInput,
  RuleParts,
  TextField,
} from './RuleFields.tsx';

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
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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

interface RulesStepProps {
  readonly rule: UploadRule;
  readonly value: string;
  /** The form was submitted, and this rule cannot be read. */
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
function RuleField({ rule, value, isWrong, brands, onChange }: RulesStepProps) {
  const { label, hint, choices, lines } = RULE_FIELDS[rule];
  const Input = INPUTS[rule];
  if (Input) return <Input {...{ label, hint, value, brands, onChange }} isChecked={isWrong} />;
  const common = { name: rule, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
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

/** Which manufacturers go to which brand: a row for each brand. */
function BrandsField({ label, hint, value, isChecked, brands, onChange }: BrandsInput) {
  const rows = typedRules.readBrandRows(value);
  const mistakes = isChecked ? typedRules.brandMistakes(rows) : [];
  const put = (next: readonly typedRules.BrandRow[]) => onChange(typedRules.writeBrandRows(next));

  return (
    <RowsField
      className="brands-field"
      label={label}
      hint={hint}
      addLabel={brandTexts.add}
      onAdd={() => put([...rows, { makers: '', brandId: '' }])}>
      {(onRemoved) =>
        rows.map((row, at) => (
          <BrandLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={at}
            row={row}
            number={at + 1}
            said={(mistakes[at] ?? []).map((mistake) => brandTexts.mistakes[mistake])}
            brands={brands}
            onType={(change) => put(rows.map((one, place) => (place === at ? { ...one, ...change } : one)))}
            onRemove={() => {
              put(rows.filter((_, place) => place !== at));
              onRemoved();
            }}
          />
        ))
      }
    </RowsField>
  );
}

interface LineProps {
  readonly row: typedRules.BrandRow;
  /** From 1, from above. */
  readonly number: number;
  /** What is wrong with it, in words. */
  readonly said: readonly string[];
  readonly brands: readonly ReferenceRow[];
  readonly onType: (change: Partial<typedRules.BrandRow>) => void;
  readonly onRemove: () => void;
}

function BrandLine({ row: { makers, brandId }, number, said, brands, onType, onRemove }: LineProps) {
  const id = useId();
  const isGone = brandId !== '' && !brands.some((brand) => String(brand.id) === brandId);
  const wrong = isGone ? [...said, brandTexts.mistakes.gone] : said;
  const described = {
    'aria-invalid': wrong.length > 0 || undefined,
    'aria-describedby': wrong.length > 0 ? id : undefined,
  };
  return (
    <div className="markup-band brands-row">
      <label>
        <span>{brandTexts.makers}</span>
        <input
          type="text"
          autoComplete="off"
          placeholder={brandTexts.makersHint}
          aria-label={brandTexts.partOf('makers', number)}
          maxLength={1_000}
          value={makers}
          {...described}
          onChange={({ target }) => onType({ makers: typedRules.typedMakers(target.value) })}
        />
      </label>
      <div className="brands-choice">
        <span aria-hidden="true">{brandTexts.brand}</span>
        <ChoiceSelect
          aria-label={brandTexts.partOf('brand', number)}
          none={brandTexts.choose}
          choices={isGone ? [{ id: brandId, title: brandTexts.gone(brandId) }, ...brands] : brands}
          value={brandId}
          {...described}
          onChange={(id) => onType({ brandId: id })}
        />
      </div>
      <Button kind="quiet" aria-label={brandTexts.removeOf(number)} onClick={onRemove}>
        {brandTexts.remove}
      </Button>
      {wrong.length > 0 && (
        <span id={id} className="field-error" role="alert">
          {wrong.join(' ')}
        </span>
      )}
    </div>
  );
}

const DIRECTIONS = ['', 'nearest', 'up'] as const;
/** What is rounded to until something else is chosen, roubles. */
const USUAL_STEP = '10';

/** To which prices selling prices are rounded. */
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
        {DIRECTIONS.map((direction) => (
          <option key={direction} value={direction}>
            {roundingTexts.directions[direction]}
          </option>
        ))}
      </select>
      {parts.direction !== '' && (
        <>
          <select
            aria-label={roundingTexts.step}
            {...marks('step')}
            value={parts.step}
            onChange={({ target }) => put({ ...parts, step: target.value })}>
            {typedRules.stepsWith(parts.step).map((step) => (
              <option key={step} value={step}>
                {roundingTexts.stepText(step)}
              </option>
            ))}
          </select>
          <label>
            <span>{roundingTexts.less}</span>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={roundingTexts.lessLabel}
              {...marks('less')}
              maxLength={6}
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

/** What becomes of value added tax. */
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
        {VAT_CHANGES.map((by) => (
          <option key={by} value={by}>
            {vatTexts.changes[by]}
          </option>
        ))}
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
            maxLength={8}
            value={parts.percent}
            onChange={({ target }) => onChange(typedRules.writeVat(typedRules.withVatPercent(parts, target.value)))}
          />
          <span>%</span>
        </label>
      )}
    </RuleParts>
  );
}
