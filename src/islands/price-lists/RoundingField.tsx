import { useId } from 'react';
import { roundingTexts as texts } from '../../lib/price-lists/price-rule-texts.ts';
import {
  type RoundingParts,
  readRounding,
  roundingMistake,
  stepsWith,
  withRoundingPart,
  writeRounding,
} from '../../lib/price-lists/rounding-parts.ts';
import { RuleParts } from './RuleParts.tsx';
import type { RuleInput } from './rule-input.ts';

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
