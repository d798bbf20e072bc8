import type { ImportError } from '../../../contract/errors.ts';
import { POSITION_NAME_MAX } from '../../../contract/limits.ts';
import {
  ARTICLE_FROM,
  MANUFACTURER_FROM,
  PRICELESS,
  UPLOAD_RULE_MAX,
  UPLOAD_RULES,
  type UploadRule,
} from '../../../contract/upload.ts';
import { type Decimal, fractionOf, isLess } from '../../sheets/decimal.ts';
import { manufacturerKey } from '../../text/article-key.ts';
import type { FormFields } from './form-fields.ts';
import { parseBrands } from './rules/brands.ts';
import { columnsOf } from './rules/columns.ts';
import { readDelivery } from './rules/delivery.ts';
import { ENTRY_MAX } from './rules/limits.ts';
import { parseSynonyms } from './rules/makers.ts';
import { parseMarkup } from './rules/markup.ts';
import { currencyCode } from './rules/money.ts';
import { parseNumber } from './rules/numbers.ts';
import { parseRates } from './rules/rates.ts';
import { parseRounding } from './rules/rounding.ts';
import { parseSkipWords } from './rules/skipping.ts';
import { parseVat } from './rules/vat.ts';

const isOneOf = (choices: readonly string[]) => (text: string) => text === '' || choices.includes(text);
const isPrice = (text: string) =>
  text === '' || (text.length <= ENTRY_MAX && isNotNegative(parseNumber(text)));
const isNotNegative = (value: Decimal | null): boolean => value !== null && value.units >= 0n;

/** What each rule takes, given its field without outer spaces. */
const TAKES: Readonly<Record<UploadRule, (text: string) => boolean>> = {
  markup: (text) => parseMarkup(text) !== null,
  rounding: (text) => parseRounding(text) !== undefined,
  vat: (text) => parseVat(text) !== undefined,
  rates: (text) => parseRates(text) !== null,
  manufacturerFixed: (text) =>
    text === '' || (text.length <= POSITION_NAME_MAX && manufacturerKey(text) !== ''),
  manufacturerFrom: isOneOf(MANUFACTURER_FROM),
  synonyms: (text) => parseSynonyms(text) !== null,
  brandByManufacturer: (text) => parseBrands(text) !== null,
  articleFrom: isOneOf(ARTICLE_FROM),
  deliveryFixed: (text) =>
    text === '' || (text.length <= ENTRY_MAX && typeof readDelivery(text) === 'number'),
  priceless: isOneOf(PRICELESS),
  skipWords: (text) => parseSkipWords(text) !== null,
  minPrice: isPrice,
  maxPrice: isPrice,
};

/** What is wrong with the rules of a form, each for itself and with its columns; null when nothing is. */
export function wrongRule(fields: FormFields): ImportError | null {
  const said = (name: UploadRule | 'currency' | 'rate') => fields[name]?.trim() ?? '';
  const wrong = UPLOAD_RULES.find((name) => said(name).length > UPLOAD_RULE_MAX || !TAKES[name](said(name)));
  if (wrong) return `invalid ${wrong}`;
  const code = currencyCode(said('currency'));
  if (said('rate') !== '' && code !== null && code in (parseRates(said('rates')) ?? {}))
    return 'invalid rates';
  const [least, most] = [parseNumber(said('minPrice')), parseNumber(said('maxPrice'))];
  if (least && most && isLess(fractionOf(most), fractionOf(least))) return 'invalid maxPrice';
  const columns = columnsOf(fields);
  if (said('articleFrom') === 'code' && columns.code === undefined) return 'code is empty';
  if (said('articleFrom') === 'title' && columns.title === undefined) return 'title is empty';
  const needsPrice = said('priceless') === 'skip' || least !== null || most !== null;
  return needsPrice && columns.price === undefined ? 'price is empty' : null;
}
