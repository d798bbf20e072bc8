import { useId } from 'react';
import { roundingTexts as texts, vatTexts } from '../../../lib/price-lists/upload/rule-texts.ts';
import {
  isVat,
  type RoundingParts,
  readRounding,
  readVat,
  roundingMistake,
  stepsWith,
  type VatParts,
  withRoundingPart,
  withVatPercent,
  writeRounding,
  writeVat,
} from '../../../lib/price-lists/upload/typed-rules.ts';
import { type RuleInput, RuleParts } from './RuleFrame.tsx';

const DIRECTIONS = ['', 'nearest', 'up'] as const;
/** What is rounded to until something else is chosen, roubles. */
const USUAL_STEP = '10';

/** To which prices selling prices are rounded. */
export function RoundingField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const error = useId();
  const parts = readRounding(value);
  const mistake = isChecked ? roundingMistake(parts) : null;
  const put = (next: RoundingParts) => onChange(writeRounding(next));
  const marks = (part: 'step' | 'less') =>
    mistake === part ? ({ 'aria-invalid': true, 'aria-describedby': error } as const) : {};
  return (
    <RuleParts label={label} hint={hint} error={mistake && texts.mistakes[mistake]} errorId={error}>
      <select
        name="rounding"
        aria-label={texts.direction}
        value={parts.direction}
        onChange={({ target }) => {
          const direction = target.value as RoundingParts['direction'];
          put({ ...parts, direction, step: parts.step || USUAL_STEP });
        }}
      >
        {DIRECTIONS.map((direction) => (
          <option key={direction} value={direction}>
            {texts.directions[direction]}
          </option>
        ))}
      </select>
      {parts.direction !== '' && (
        <>
          <select
            aria-label={texts.step}
            {...marks('step')}
            value={parts.step}
            onChange={({ target }) => put({ ...parts, step: target.value })}
          >
            {stepsWith(parts.step).map((step) => (
              <option key={step} value={step}>
                {texts.stepText(step)}
              </option>
            ))}
          </select>
          <label>
            <span>{texts.less}</span>
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={texts.lessLabel}
              {...marks('less')}
              maxLength={6}
              value={parts.less}
              onChange={({ target }) => put(withRoundingPart(parts, 'less', target.value))}
            />
          </label>
        </>
      )}
    </RuleParts>
  );
}

const VAT_CHANGES = ['', 'add', 'remove'] as const;

/** What becomes of value added tax. */
export function VatField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const id = useId();
  const parts = readVat(value);
  const error = isChecked && !isVat(value) ? vatTexts.mistake : '';
  return (
    <RuleParts label={label} hint={hint} error={error} errorId={id}>
      <select
        name="vat"
        aria-label={vatTexts.by}
        value={parts.by}
        onChange={({ target }) => onChange(writeVat({ ...parts, by: target.value as VatParts['by'] }))}
      >
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
            onChange={({ target }) => onChange(writeVat(withVatPercent(parts, target.value)))}
          />
          <span>%</span>
        </label>
      )}
    </RuleParts>
  );
}
