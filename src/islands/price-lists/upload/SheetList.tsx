// The sheets of a price list in the upload form: which are read, whose columns are shown below, and the prices of one
// that has its own.
import { useId } from 'react';
import type { GuessAnswer } from '../../../../contract/price-lists/guess.ts';
import { preview as texts } from '../../../lib/price-lists/upload/preview.ts';
import { RULE_FIELDS } from '../../../lib/price-lists/upload/rule-texts.ts';
import { NO_SHEET_PRICES, type SheetLayout, type SheetPrices } from '../../../lib/price-lists/upload/sheet-layouts.ts';
import { isWrong, priceErrors, sheetsOf, withShown } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button, Field } from '../../ui/controls.tsx';
import { FieldError } from '../form-parts.tsx';
import { type FormPart, MarkupField, mistakeText } from './RuleFields.tsx';

interface Props extends FormPart {
  readonly guess: GuessAnswer;
}

/** The sheets of a file: which of them are read, and which one is shown below with its columns. */
export function SheetList({ guess, settings, errors, onChange }: Props) {
  const hint = useId();
  const sheets = sheetsOf(settings);
  const use = (name: string, isUsed: boolean) =>
    onChange({ sheets: sheets.map((one) => (one.sheet === name ? { ...one, isUsed } : one)) });
  return (
    <fieldset className="sheet-list below-16" aria-describedby={hint}>
      <legend>{texts.sheets}</legend>
      <p id={hint} className="muted small">
        {texts.sheetsHint}
      </p>
      <ul>
        {sheets.map((sheet) => (
          <SheetItem
            key={sheet.sheet}
            sheet={sheet}
            facts={texts.sheetFacts(guess.sheets.find(({ name }) => name === sheet.sheet))}
            isShown={sheet.sheet === settings.sheet}
            error={errors.sheets === 'sheet' && isWrong(sheet) ? texts.wrongSheet : ''}
            onUse={(isUsed) => use(sheet.sheet, isUsed)}
            onShow={() => onChange(withShown(settings, sheet.sheet))}
          />
        ))}
      </ul>
      <FieldError>{errors.sheets === 'empty' ? texts.noSheets : ''}</FieldError>
    </fieldset>
  );
}

interface ItemProps {
  readonly sheet: SheetLayout;
  readonly facts: string;
  readonly isShown: boolean;
  readonly error: string;
  readonly onUse: (isUsed: boolean) => void;
  readonly onShow: () => void;
}

function SheetItem({ sheet: { sheet, isUsed }, facts, isShown, error, onUse, onShow }: ItemProps) {
  const id = useId();
  return (
    <li className={isShown ? 'shown' : undefined}>
      <label>
        <input
          type="checkbox"
          checked={isUsed}
          aria-label={texts.useSheet(sheet)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={({ target }) => onUse(target.checked)}
        />
        <span>
          <strong>{sheet}</strong> <small className="muted">{facts}</small>
        </span>
      </label>
      {isShown ? (
        <span className="muted small">{texts.shownSheet}</span>
      ) : (
        <Button kind="quiet" onClick={onShow} aria-label={texts.showSheetOf(sheet)}>
          {texts.showSheet}
        </Button>
      )}
      <FieldError id={id}>{error}</FieldError>
    </li>
  );
}

const TYPED = ['currency', 'rate', 'profit'] as const;
const HINTS = { currency: upload.currencyHint, rate: upload.rateHint, profit: undefined };

/** The currency and the mark-up of the sheet that is shown, where several are read and it has its own. */
export function SheetPricesPart({ settings, errors, onChange }: FormPart) {
  const sheets = sheetsOf(settings);
  const shown = sheets.find(({ sheet }) => sheet === settings.sheet);
  if (!shown?.isUsed || sheets.filter(({ isUsed }) => isUsed).length < 2) return null;
  const { sheet: name, prices } = shown;
  const put = (next: SheetPrices | null) =>
    onChange({ sheets: sheets.map((one) => (one.sheet === name ? { ...one, prices: next } : one)) });
  const wrong = errors.sheets === 'sheet' && prices ? priceErrors(prices) : {};
  return (
    <div className="sheet-prices">
      <label className="check">
        <input
          type="checkbox"
          checked={prices !== null}
          onChange={({ target }) => put(target.checked ? NO_SHEET_PRICES : null)}
        />
        <span>
          {texts.ownPrices(name)}
          <small className="field-hint">{texts.ownPricesHint}</small>
        </span>
      </label>
      {prices && (
        <div className="upload-grid gap-0-20 stack">
          {TYPED.map((field) => (
            <Field key={field} label={texts.priceLabels[field]} hint={HINTS[field]} error={mistakeText(wrong[field])}>
              {(control) => (
                <input
                  {...control}
                  type="text"
                  inputMode={field === 'currency' ? undefined : 'decimal'}
                  autoComplete="off"
                  value={prices[field]}
                  onChange={({ target }) => put({ ...prices, [field]: target.value })}
                />
              )}
            </Field>
          ))}
          <MarkupField
            label={RULE_FIELDS.markup.label}
            hint={RULE_FIELDS.markup.hint}
            value={prices.markup}
            isChecked={wrong.markup !== undefined}
            onChange={(markup) => put({ ...prices, markup })}
          />
        </div>
      )}
    </div>
  );
}
