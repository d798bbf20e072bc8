import { useId, useRef } from 'react';
import { MARKUP_BANDS_MAX } from '../../../contract/limits.ts';
import {
  type BandMistakes,
  bandMistakes,
  isJoined,
  type MarkupBand,
  readBands,
  withBand,
  withoutBand,
  withPart,
  writeBands,
} from '../../lib/price-lists/markup-bands.ts';
import { bandTexts as texts } from '../../lib/price-lists/price-rule-texts.ts';
import { Button } from '../ui/Button.tsx';
import type { RuleInput } from './rule-input.ts';

/** Mark-ups by price: a row for each band, from where the one above it ends. */
export function MarkupField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const bands = readBands(value);
  const mistakes = isChecked ? bandMistakes(bands) : [];
  const put = (next: readonly MarkupBand[]) => onChange(writeBands(next));
  // What is meant is drawn by then.
  const focus = (selector: string) =>
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(selector)?.focus());

  return (
    <fieldset ref={group} className="field rule-field markup-field" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      {bands.map((band, at) => (
        <Band
          // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place
          key={at}
          band={band}
          number={at + 1}
          isJoined={isJoined(bands, at)}
          mistakes={mistakes[at] ?? {}}
          onType={(part, text) => put(withPart(bands, at, part, text))}
          onRemove={() => {
            put(withoutBand(bands, at));
            focus('.markup-add');
          }}
        />
      ))}
      {bands.length < MARKUP_BANDS_MAX && (
        <Button
          className="markup-add"
          onClick={() => {
            put(withBand(bands));
            focus('.markup-band:last-of-type input');
          }}
        >
          {texts.add}
        </Button>
      )}
      <span id={`${id}-hint`} className="field-hint">
        {hint}
      </span>
    </fieldset>
  );
}

interface BandProps {
  readonly band: MarkupBand;
  /** From 1, from above. */
  readonly number: number;
  readonly isJoined: boolean;
  readonly mistakes: BandMistakes;
  readonly onType: (part: keyof MarkupBand, text: string) => void;
  readonly onRemove: () => void;
}

function Band({ band, number, isJoined, mistakes, onType, onRemove }: BandProps) {
  const id = useId();
  const said = PARTS.flatMap((part) => mistakes[part] ?? []);
  return (
    <div className="markup-band">
      {PARTS.map((part) =>
        part === 'from' && isJoined && !mistakes.from ? (
          <span key={part} className="markup-start">
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
              maxLength={20}
              value={band[part]}
              onChange={({ target }) => onType(part, target.value)}
            />
          </label>
        ),
      )}
      <Button kind="quiet" aria-label={texts.removeOf(number)} onClick={onRemove}>
        {texts.remove}
      </Button>
      {said.length > 0 && (
        <span id={id} className="field-error" role="alert">
          {said.map((mistake) => texts.mistakes[mistake]).join(' ')}
        </span>
      )}
    </div>
  );
}

const PARTS = ['from', 'to', 'percent'] as const;
