import type { SheetPrices } from './sheet-layouts.ts';
import { DEFAULT_SETTINGS, type UploadSettings } from './upload-settings.ts';

/** Sheets with prices of their own, by title. */
interface SheetsPrices {
  readonly sheetPrices: Readonly<Record<string, SheetPrices>>;
}

/** What is made of the rows of a list: all that is neither its layout nor whose list it is. */
export type PriceRules = SheetsPrices &
  Pick<
    UploadSettings,
    'addNewPositionMode' | 'profit' | 'currency' | 'rate' | 'repeated' | 'missing' | 'rules'
  >;

/** The rules of a form. Where an article is taken from is told by the layout of the file and does not count. */
export function rulesOf(settings: UploadSettings): PriceRules {
  const { addNewPositionMode, profit, currency, rate, repeated, missing, rules, sheets } = settings;
  return {
    addNewPositionMode,
    profit,
    currency,
    rate,
    repeated,
    missing,
    rules: { ...rules, articleFrom: '' },
    sheetPrices: Object.fromEntries(sheets.flatMap(({ sheet, prices }) => (prices ? [[sheet, prices]] : []))),
  };
}

/** The settings under other rules; layout, brand and provider stay. */
export const withRules = (
  settings: UploadSettings,
  { sheetPrices, ...rules }: PriceRules,
): UploadSettings => ({
  ...settings,
  ...rules,
  sheets: settings.sheets.map((one) => ({ ...one, prices: sheetPrices[one.sheet] ?? null })),
  rules: { ...rules.rules, articleFrom: settings.rules.articleFrom },
});

/** The settings under the rules of an untouched form. */
export const withoutRules = (settings: UploadSettings): UploadSettings =>
  withRules(settings, rulesOf(DEFAULT_SETTINGS));

/** Whether two forms have the same rules. */
export const sameRules = (one: UploadSettings, other: UploadSettings): boolean =>
  JSON.stringify(rulesOf(one)) === JSON.stringify(rulesOf(other));
