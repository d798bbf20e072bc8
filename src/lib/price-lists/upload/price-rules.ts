// The rules of an upload in words for the form («наценка», «валюта» …): which differ from an untouched form, and how to
// take them over or reset them.
import type { Missing, Repeated } from '../../../../contract/price-lists/upload.ts';
import { formatNumber, NBSP } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import { RULE_FIELDS } from './rule-texts.ts';
import type { SheetPrices } from './sheet-layouts.ts';
import { readBands, readBrandRows, readRounding, readVat } from './typed-rules.ts';
import { DEFAULT_SETTINGS, sheetsOf, type UploadSettings } from './upload-settings.ts';
import { upload } from './upload-texts.ts';

/** What is made of the rows of a list: all that is neither its layout nor whose list it is; `sheetPrices` by title. */
type PriceRules = {
  readonly sheetPrices: Readonly<Record<string, SheetPrices>>;
  /** Whether some sheet has a column of manufacturers; where it is missing it is taken for given. */
  readonly hasMakerColumn?: boolean;
} & Pick<UploadSettings, 'addNewPositionMode' | 'profit' | 'currency' | 'rate' | 'repeated' | 'missing' | 'rules'>;

/** The rules of a form. The source of articles belongs to the layout of the file and is left out. */
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
export const withRules = (settings: UploadSettings, { sheetPrices, ...rules }: PriceRules): UploadSettings => ({
  ...settings,
  ...rules,
  sheets: settings.sheets.map((one) => ({ ...one, prices: sheetPrices[one.sheet] ?? null })),
  rules: { ...rules.rules, articleFrom: settings.rules.articleFrom },
});

/** The settings under the rules of an untouched form. */
export const withoutRules = (settings: UploadSettings): UploadSettings =>
  withRules(settings, rulesOf(DEFAULT_SETTINGS));

export const sameRules = (one: UploadSettings, other: UploadSettings): boolean =>
  JSON.stringify(rulesOf(one)) === JSON.stringify(rulesOf(other));

export interface RuleInWords {
  readonly name: string;
  readonly value: string;
}

type Words = (rules: PriceRules) => string;

const percentText = (text: string): string => `${text.trim().replace('.', ',')}${NBSP}%`;
const roubles = (text: string): string => `${formatNumber(text.trim().replace(',', '.')) || text}${NBSP}₽`;

function markup({ profit, rules }: Pick<PriceRules, 'profit' | 'rules'>): string {
  const bands = readBands(rules.markup).map(({ from, to, percent }) => {
    const start = from === '0' ? '' : `от${NBSP}${roubles(from)} `;
    return `${start}${to === '' ? '' : `до${NBSP}${roubles(to)} `}— ${percentText(percent)}`;
  });
  const general = profit.trim() === '' ? 'нет' : percentText(profit);
  if (bands.length === 0) return general;
  return [...bands, ...(profit.trim() === '' ? [] : [`остальные — ${general}`])].join('; ');
}

function currency({ currency: code, rate, rules }: Pick<PriceRules, 'currency' | 'rate' | 'rules'>): string {
  const ofList = typographed(
    code.trim() === ''
      ? 'рубли'
      : `${code.trim().toUpperCase()}, ${rate.trim() === '' ? 'без курса: один к одному' : `курс ${roubles(rate)}`}`,
  );
  const rates = rules.rates.trim() === '' ? '' : `; другие валюты: ${rules.rates.trim()}`;
  const unit = rules.priceUnit.trim() === '' ? '' : `; за что цена: ${rules.priceUnit.trim()}`;
  return `${ofList}${rates}${unit}`;
}

function vat({ rules }: PriceRules): string {
  const { by, percent } = readVat(rules.vat);
  if (by === '') return typographed('не менять');
  return `${by === 'add' ? 'прибавить' : 'вычесть'} ${percentText(percent)}`;
}

function rounding({ rules }: PriceRules): string {
  const { direction, step, less } = readRounding(rules.rounding);
  if (direction === '') return 'нет';
  const whole = typographed(`${direction === 'up' ? 'вверх ' : ''}до ${roubles(step)}`);
  return less === '' ? whole : `${whole}, минус ${roubles(less)}`;
}

function skipped({ rules }: PriceRules): string {
  const { priceless, minPrice, maxPrice, skipWords } = rules;
  const kinds = [
    priceless === 'skip' && 'строки без цены',
    minPrice.trim() !== '' && `дешевле ${roubles(minPrice)}`,
    maxPrice.trim() !== '' && `дороже ${roubles(maxPrice)}`,
    skipWords.trim() !== '' && typographed(`со словами: ${skipWords.trim()}`),
  ].filter(Boolean);
  return kinds.length === 0 ? 'ничего' : kinds.join('; ');
}

/** Where manufacturers come from: a column counts only where the list has one. */
function manufacturer({ rules, hasMakerColumn = true }: PriceRules): string {
  const { manufacturerFrom, manufacturerFixed, synonyms } = rules;
  const fixed = manufacturerFixed.trim();
  const fromGroups = manufacturerFrom === 'groups' && typographed('из заголовка группы');
  const from = hasMakerColumn ? RULE_FIELDS.manufacturerFrom.choices?.[manufacturerFrom] : fromGroups;
  const otherwise = fixed !== '' && typographed(from ? `если не указан — ${fixed}` : `${fixed} во всех строках`);
  return [
    from || otherwise ? from : 'не указан',
    otherwise,
    synonyms.trim() !== '' && typographed(`с заменой названий: ${synonyms.trim().replaceAll('\n', '; ')}`),
  ]
    .filter(Boolean)
    .join('; ');
}

function delivery({ rules }: PriceRules): string {
  const typed = rules.deliveryFixed.trim();
  return typographed(typed === '' ? 'из прайса' : `если не указан — ${typed}`);
}

function brands({ rules }: PriceRules): string {
  const makers = readBrandRows(rules.brandByManufacturer).map((row) => row.makers);
  return typographed(makers.length === 0 ? 'один на весь прайс' : `свои для: ${makers.join('; ')}`);
}

function ofSheets({ sheetPrices, rules }: PriceRules): string {
  const pricesOfSheets = Object.entries(sheetPrices).map(([sheet, { markup: bands, ...prices }]) => {
    const own = { ...prices, rules: { ...rules, markup: bands, rates: '' } };
    return typographed(`«${sheet}» — ${currency(own)}, наценка: ${markup(own)}`);
  });
  return typographed(pricesOfSheets.length === 0 ? 'как у всего прайса' : pricesOfSheets.join('; '));
}

/** The rules in the order in which they are shown. */
const RULES = typographed<readonly (readonly [name: string, words: Words])[]>([
  ['Наценка', markup],
  ['Валюта', currency],
  ['Листы со своими ценами', ofSheets],
  ['НДС', vat],
  ['Округление', rounding],
  ['Новые позиции', ({ addNewPositionMode }) => (addNewPositionMode ? 'добавлять' : 'не добавлять')],
  [upload.missing, ({ missing }) => upload.missingChoices[missing as Missing] ?? missing],
  [upload.repeated, ({ repeated }) => upload.repeatedChoices[repeated as Repeated] ?? repeated],
  ['Пропускать', skipped],
  ['Слова остатка', ({ rules }) => rules.stockWords.trim().replaceAll('\n', '; ') || 'как обычно'],
  ['Производитель', manufacturer],
  ['Бренды', brands],
  ['Срок поставки', delivery],
]);

/** The rules that differ from those of an untouched form. */
export function ruleWords(settings: UploadSettings): readonly RuleInWords[] {
  const untouched = rulesOf(DEFAULT_SETTINGS);
  return RULES.map(([name, words]) => ({
    name,
    value: words(rulesOf(settings)),
    isUsual: words(untouched) === words(rulesOf(settings)),
  })).flatMap(({ isUsual, ...rule }) => (isUsual ? [] : [rule]));
}

/** Everything a price list is read by: preset, sheets and rows, then the rules. */
export function wholeReading(settings: UploadSettings, preset: string): readonly RuleInWords[] {
  const used = sheetsOf(settings).filter(({ isUsed }) => isUsed);
  const layouts = used.length > 0 ? used : [settings];
  const hasMakerColumn = layouts.some(({ columns }) => columns.manufacturer.trim() !== '');
  return [
    { name: 'Настройки', value: preset === '' ? 'без сохранённых' : `«${preset}»` },
    ...layoutWords(settings),
    ...RULES.map(([name, words]) => ({ name, value: words({ ...rulesOf(settings), hasMakerColumn }) })),
  ];
}

function layoutWords(settings: UploadSettings): readonly RuleInWords[] {
  const used = sheetsOf(settings).filter(({ isUsed }) => isUsed);
  if (used.length > 1) return [{ name: 'Листы', value: used.map(({ sheet }) => `«${sheet}»`).join(', ') }];
  const { sheet, startRow, endRow } = used[0] ?? settings;
  const from = typographed(`с ${startRow || 1}-й`);
  return [
    { name: upload.sheet, value: sheet === '' ? 'первый' : `«${sheet}»` },
    { name: 'Строки', value: typographed(endRow === '' ? from : `${from} по ${endRow}-ю`) },
  ];
}
