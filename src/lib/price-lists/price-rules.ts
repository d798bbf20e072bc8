import { DEFAULT_SETTINGS, type UploadSettings } from './upload-settings.ts';

/** What is made of the rows of a list: all that is neither its layout nor whose list it is. */
export type PriceRules = Pick<
  UploadSettings,
  'addNewPositionMode' | 'profit' | 'currency' | 'rate' | 'repeated' | 'missing' | 'rules'
>;

/** The rules of a form. Where an article is taken from is told by the layout of the file and does not count. */
export function rulesOf(settings: UploadSettings): PriceRules {
  const { addNewPositionMode, profit, currency, rate, repeated, missing, rules } = settings;
  return {
    addNewPositionMode,
    profit,
    currency,
    rate,
    repeated,
    missing,
    rules: { ...rules, articleFrom: '' },
  };
}

/** The settings under other rules; layout, brand and provider stay. */
export const withRules = (settings: UploadSettings, rules: PriceRules): UploadSettings => ({
  ...settings,
  ...rules,
  rules: { ...rules.rules, articleFrom: settings.rules.articleFrom },
});

/** The settings under the rules of an untouched form. */
export const withoutRules = (settings: UploadSettings): UploadSettings =>
  withRules(settings, rulesOf(DEFAULT_SETTINGS));

/** Whether two forms have the same rules. */
export const sameRules = (one: UploadSettings, other: UploadSettings): boolean =>
  JSON.stringify(rulesOf(one)) === JSON.stringify(rulesOf(other));
