import { preview as texts } from '../../lib/price-lists/preview-texts.ts';
import { RULE_FIELDS } from '../../lib/price-lists/rule-texts.ts';
import { NO_SHEET_PRICES, type SheetPrices } from '../../lib/price-lists/sheet-layouts.ts';
import { priceErrors, sheetsOf } from '../../lib/price-lists/upload-settings.ts';
import { upload, uploadFieldErrors } from '../../lib/price-lists/upload-texts.ts';
import { Field } from '../ui/Field.tsx';
import { MarkupField } from './MarkupField.tsx';
import type { FormPart } from './TextField.tsx';

const TYPED = ['currency', 'rate', 'profit'] as const;
const HINTS = { currency: upload.currencyHint, rate: upload.rateHint, profit: undefined };
const MISTAKES = {
  empty: uploadFieldErrors.noRate,
  rate: uploadFieldErrors.rate,
  currency: uploadFieldErrors.currency,
  percent: uploadFieldErrors.percent,
} as const;

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
        <div className="upload-grid">
          {TYPED.map((field) => {
            const mistake = wrong[field];
            return (
              <Field
                key={field}
                label={texts.priceLabels[field]}
                hint={HINTS[field]}
                error={mistake && mistake in MISTAKES ? MISTAKES[mistake as keyof typeof MISTAKES] : ''}
              >
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
            );
          })}
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
