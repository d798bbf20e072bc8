// The field of the upload form that says which makers in a price list belong to which brand of the shop.
import { useId } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { brandTexts } from '../../../lib/price-lists/upload/rule-texts.ts';
import * as typedRules from '../../../lib/price-lists/upload/typed-rules.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../form-parts.tsx';
import { type BrandsInput, RowsField } from './RuleFields.tsx';

/** Which manufacturers go to which brand: a row for each brand. */
export function BrandsField({ label, hint, value, isChecked, brands, onChange }: BrandsInput) {
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
      <FieldError id={id}>{wrong.join(' ')}</FieldError>
    </div>
  );
}
