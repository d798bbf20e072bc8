// Inputs that the steps of the upload form share: rows that are added and removed, mark-ups by price, one line of text.
import { type ReactNode, useId, useRef } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { MARKUP_BANDS_MAX } from '../../../../contract/limits.ts';
import { bandTexts as texts } from '../../../lib/price-lists/upload/rule-texts.ts';
import * as typedRules from '../../../lib/price-lists/upload/typed-rules.ts';
import type { SettingsErrors, UploadSettings } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { FieldError } from '../form-parts.tsx';

/** What an input of a rule with a grammar of its own is given. */
export interface RuleInput {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The rule as the field of the form has it. */
  readonly value: string;
  /** Mistakes are to be shown. */
  readonly isChecked: boolean;
  readonly onChange: (value: string) => void;
}

/** The same for one that chooses among brands. */
export interface BrandsInput extends RuleInput {
  readonly brands: readonly ReferenceRow[];
}

interface RuleFrameProps {
  readonly className: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly addLabel: string;
  /** Absent where no further row is taken. */
  readonly onAdd: (() => void) | undefined;
  /** Draws the rows; `onRemoved` follows the removal of one, whose button had the focus. */
  readonly children: (onRemoved: () => void) => ReactNode;
}

/** A setting that is made of rows: the focus goes into a row that was added, and from one that was removed to the button below. */
export function RowsField({ className, label, hint, addLabel, onAdd, children }: RuleFrameProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  // What is meant is drawn by then.
  const focus = (selector: string) =>
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(selector)?.focus());

  return (
    <fieldset ref={group} className={`field rule-field ${className}`} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {children(() => focus('.markup-add'))}
      {onAdd && (
        <Button
          className="markup-add"
          onClick={() => {
            onAdd();
            focus('.markup-band:last-of-type input');
          }}>
          {addLabel}
        </Button>
      )}
      <span id={`${id}-hint`} className="field-hint">
        {hint}
      </span>
    </fieldset>
  );
}

interface RulePartsProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | null;
  /** What the control with the mistake names as its description. */
  readonly errorId: string;
  readonly children: ReactNode;
}

/** A rule that is given in several controls beside each other. */
export function RuleParts({ label, hint, error, errorId, children }: RulePartsProps) {
  const id = useId();
  return (
    <fieldset className="field rule-field" aria-describedby={hint && `${id}-hint`}>
      <legend>{label}</legend>
      <div className="rule-parts row gap-8">{children}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </fieldset>
  );
}

/** Mark-ups by price: a row for each band, from where the one above it ends. */
export function MarkupField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const bands = typedRules.readBands(value);
  const mistakes = isChecked ? typedRules.bandMistakes(bands) : [];
  const put = (next: readonly typedRules.MarkupBand[]) => onChange(typedRules.writeBands(next));

  return (
    <RowsField
      className="markup-field"
      label={label}
      hint={hint}
      addLabel={texts.add}
      onAdd={bands.length < MARKUP_BANDS_MAX ? () => put(typedRules.withBand(bands)) : undefined}>
      {(onRemoved) =>
        bands.map((band, at) => (
          <Band
            // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place
            key={at}
            band={band}
            number={at + 1}
            isJoined={typedRules.isJoined(bands, at)}
            mistakes={mistakes[at] ?? {}}
            onType={(part, text) => put(typedRules.withPart(bands, at, part, text))}
            onRemove={() => {
              put(typedRules.withoutBand(bands, at));
              onRemoved();
            }}
          />
        ))
      }
    </RowsField>
  );
}

interface BandProps {
  readonly band: typedRules.MarkupBand;
  /** From 1, from above. */
  readonly number: number;
  readonly isJoined: boolean;
  readonly mistakes: typedRules.BandMistakes;
  readonly onType: (part: keyof typedRules.MarkupBand, text: string) => void;
  readonly onRemove: () => void;
}

function Band({ band, number, isJoined, mistakes, onType, onRemove }: BandProps) {
  const id = useId();
  const said = PARTS.flatMap((part) => mistakes[part] ?? []);
  return (
    <div className="markup-band">
      {PARTS.map((part) =>
        part === 'from' && isJoined && !mistakes.from ? (
          <span key={part} className="markup-start breaks">
            {texts.startOf(band.from)}
          </span>
        ) : (
          <label key={part}>
            <span>{texts[part]}</span>
            <input
              type="text"
              inputMode={part === 'percent' ? 'text' : 'decimal'}
              autoComplete="off"
              aria-label={texts.partOf(part, number)}
              aria-invalid={mistakes[part] ? true : undefined}
              aria-describedby={mistakes[part] ? id : undefined}
              value={band[part]}
              onChange={({ target }) => onType(part, target.value)}
            />
          </label>
        ),
      )}
      <Button kind="quiet" aria-label={texts.removeOf(number)} onClick={onRemove}>
        {texts.remove}
      </Button>
      <FieldError id={id}>{said.map((mistake) => texts.mistakes[mistake]).join(' ')}</FieldError>
    </div>
  );
}

const PARTS = ['from', 'to', 'percent'] as const;

export interface FormPart {
  readonly settings: UploadSettings;
  readonly errors: SettingsErrors;
  readonly onChange: (change: Partial<UploadSettings>) => void;
}

interface TextFieldProps extends FormPart {
  readonly name: 'startRow' | 'endRow' | 'sheet' | 'profit' | 'currency' | 'rate';
  readonly hint?: string;
  readonly numeric?: boolean;
}

const MISTAKES: Readonly<Partial<Record<string, string>>> = {
  empty: uploadFieldErrors.noRate,
  row: uploadFieldErrors.row,
  order: uploadFieldErrors.endRow,
  percent: uploadFieldErrors.percent,
  rate: uploadFieldErrors.rate,
  currency: uploadFieldErrors.currency,
};

/** What is wrong with a typed field, in words. */
export const mistakeText = (mistake: SettingsErrors[keyof SettingsErrors]): string => MISTAKES[mistake ?? ''] ?? '';

export function TextField({ name, settings, errors, hint, numeric, onChange }: TextFieldProps) {
  return (
    <Field label={upload[name]} hint={hint} error={mistakeText(errors[name])}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={name}
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete="off"
          value={settings[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}
