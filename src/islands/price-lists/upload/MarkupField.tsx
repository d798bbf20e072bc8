import { useId } from 'react';
import { MARKUP_BANDS_MAX } from '../../../../contract/limits.ts';
import { bandTexts as texts } from '../../../lib/price-lists/upload/rule-texts.ts';
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
} from '../../../lib/price-lists/upload/typed-rules.ts';
import { Button } from '../../ui/controls.tsx';
import { RowsField, type RuleInput } from './RuleFrame.tsx';

/** Mark-ups by price: a row for each band, from where the one above it ends. */
export function MarkupField({ label, hint, value, isChecked, onChange }: RuleInput) {
  const bands = readBands(value);
  const mistakes = isChecked ? bandMistakes(bands) : [];
  const put = (next: readonly MarkupBand[]) => onChange(writeBands(next));

  return (
    <RowsField
      className="markup-field"
      label={label}
      hint={hint}
      addLabel={texts.add}
      onAdd={bands.length < MARKUP_BANDS_MAX ? () => put(withBand(bands)) : undefined}
    >
      {(onRemoved) =>
        bands.map((band, at) => (
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
              onRemoved();
            }}
          />
        ))
      }
    </RowsField>
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
