import { useId } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { brandTexts as texts } from '../../../lib/price-lists/upload/rule-texts.ts';
import {
  type BrandRow,
  brandMistakes,
  readBrandRows,
  typedMakers,
  writeBrandRows,
} from '../../../lib/price-lists/upload/typed-rules.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Button } from '../../ui/controls.tsx';
import { type BrandsInput, RowsField } from './RuleFrame.tsx';

/** Which manufacturers go to which brand: a row for each brand. */
export function BrandsField({ label, hint, value, isChecked, brands, onChange }: BrandsInput) {
  const rows = readBrandRows(value);
  const mistakes = isChecked ? brandMistakes(rows) : [];
  const put = (next: readonly BrandRow[]) => onChange(writeBrandRows(next));

  return (
    <RowsField
      className="brands-field"
      label={label}
      hint={hint}
      addLabel={texts.add}
      onAdd={() => put([...rows, { makers: '', brandId: '' }])}
    >
      {(onRemoved) =>
        rows.map((row, at) => (
          <BrandLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={at}
            row={row}
            number={at + 1}
            said={(mistakes[at] ?? []).map((mistake) => texts.mistakes[mistake])}
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
  readonly row: BrandRow;
  /** From 1, from above. */
  readonly number: number;
  /** What is wrong with it, in words. */
  readonly said: readonly string[];
  readonly brands: readonly ReferenceRow[];
  readonly onType: (change: Partial<BrandRow>) => void;
  readonly onRemove: () => void;
}

function BrandLine({ row: { makers, brandId }, number, said, brands, onType, onRemove }: LineProps) {
  const id = useId();
  const isGone = brandId !== '' && !brands.some((brand) => String(brand.id) === brandId);
  const wrong = isGone ? [...said, texts.mistakes.gone] : said;
  const described = {
    'aria-invalid': wrong.length > 0 || undefined,
    'aria-describedby': wrong.length > 0 ? id : undefined,
  };
  return (
    <div className="markup-band brands-row">
      <label>
        <span>{texts.makers}</span>
        <input
          type="text"
          autoComplete="off"
          placeholder={texts.makersHint}
          aria-label={texts.partOf('makers', number)}
          maxLength={1_000}
          value={makers}
          {...described}
          onChange={({ target }) => onType({ makers: typedMakers(target.value) })}
        />
      </label>
      <div className="brands-choice">
        <span aria-hidden="true">{texts.brand}</span>
        <ChoiceSelect
          aria-label={texts.partOf('brand', number)}
          none={texts.choose}
          choices={isGone ? [{ id: brandId, title: texts.gone(brandId) }, ...brands] : brands}
          value={brandId}
          {...described}
          onChange={(id) => onType({ brandId: id })}
        />
      </div>
      <Button kind="quiet" aria-label={texts.removeOf(number)} onClick={onRemove}>
        {texts.remove}
      </Button>
      {wrong.length > 0 && (
        <span id={id} className="field-error" role="alert">
          {wrong.join(' ')}
        </span>
      )}
    </div>
  );
}
