// Reads numbers, currencies and texts as people write them in the cells of price lists («1 234,50 ₽», «>20»).
import { cutEnd } from '../../../contract/fields/text.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Cell, SheetRow } from '../../platform/sheet-reader/messages.ts';
import { type Decimal, decimalOf, plainDigits, roundedUnits } from '../../platform/sheets/decimal.ts';

/** Why a cell is no number. */
export type NumberProblem =
  | 'not-a-number'
  | 'date'
  | 'percent'
  | 'formula-error'
  | 'formula-without-value'
  | 'negative'
  | 'too-large';

/** Why a text with signs that no decoder knows is not taken. */
export const DAMAGED_TEXT = 'В тексте повреждённые байты, они показаны знаком \ufffd: сохраните файл заново';

type NumberReading =
  | { readonly kind: 'value'; readonly value: Decimal }
  | { readonly kind: 'words' }
  | { readonly kind: 'problem'; readonly problem: NumberProblem };

const MORE_THAN = '(?:>=?|≥|больше|более|свыше|більше|понад)';
const CURRENCY = '(?:\\p{Sc}|руб\\.?|р\\.)';
/** Begins with what no number goes on with, so that it is clear where the number ends. */
const UNIT = '(?:[\\p{L}\\p{M}\\p{Sc}%+/()"°²³№*][\\p{L}\\p{M}\\p{Sc}.,%+/()"°²³№* ]*)?';
const SHAPE = new RegExp(`^(?:${MORE_THAN} ?)?(?:${CURRENCY} ?)?([-−–]? ?)(\\d[\\d .,'’]*)(${UNIT})$`, 'iu');
const PLAIN = /^\d+(?:[.,]\d+)?$/u;
const SPACED = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/u;
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/u;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/u;

/** A number as people write it in price lists: `1 234,50 ₽`, `>20`, `2 шт.`; null for none. A lone comma is decimal. */
export function parseNumber(text: string): Decimal | null {
  const figure = figureText(text);
  const match = figure === null ? null : SHAPE.exec(plainKopecks(figure));
  if (!match) return null;
  const digits = wholeDigits(cutEnd(match[2] as string, /[ .,'’]/u));
  if (digits === null) return null;
  const value = decimalOf(digits);
  return match[1]?.trim() ? { units: -value.units, scale: value.scale } : value;
}

/** The kopecks of tills and accounts: `=00`, `-00`, or a sign and dashes for none. */
const KOPECKS =
  /^(\D*)(\d[\d .,'’]*)(?: ?= ?(\d{2})(?!\d)|(?<=\d{3}) ?[-−–—] ?(00)(?!\d)|(?:[.,=] ?[-−–—]{1,2}|=)(?! ?\d))/u;

/** A figure with kopecks as tills and accounts write them (`1250=00`, `1 250,-`), as one with a decimal sign. */
export function plainKopecks(figure: string): string {
  const [all, before = '', whole = '', kopecks, none] = KOPECKS.exec(figure) ?? [];
  if (all === undefined) return figure;
  const roubles = whole.trimEnd();
  const rest = figure.slice(all.length);
  const said = kopecks ?? none;
  if (said === undefined && /[.,]\d{2}$/u.test(roubles)) return before + roubles + rest;
  return `${before}${roubles}${roubles.includes('.') ? ',' : '.'}${said ?? '00'}${rest}`;
}

function wholeDigits(number: string): string | null {
  if (PLAIN.test(number)) return number.replace(',', '.');
  if (SPACED.test(number)) return number.replace(/[ '’]/gu, '').replace(',', '.');
  if (COMMA_GROUPS.test(number)) return number.replaceAll(',', '');
  if (POINT_GROUPS.test(number)) return number.replaceAll('.', '').replace(',', '.');
  return null;
}

/** Reads a cell of a number column; `words` is a text without any digit. The cell must not be empty. */
export function readNumber(cell: Cell): NumberReading {
  if (cell.kind === 'error') return { kind: 'problem', problem: 'formula-error' };
  if (cell.kind === 'formula') return { kind: 'problem', problem: 'formula-without-value' };
  if (cell.kind === 'date') return { kind: 'problem', problem: 'date' };
  if (cell.kind === 'number' && cell.number !== undefined) {
    return { kind: 'value', value: decimalOf(plainDigits(cell.number)) };
  }
  if (cell.kind === 'boolean' || !/\d/u.test(cell.text)) return { kind: 'words' };
  if (isDateText(cell.text)) return { kind: 'problem', problem: 'date' };
  const value = parseNumber(cell.text);
  return value ? { kind: 'value', value } : { kind: 'problem', problem: 'not-a-number' };
}

/** Why a cell cannot be an article that it once was. */
interface LostArticle {
  readonly code: 'article-date' | 'digits-lost' | 'formula-error' | 'damaged-text';
  readonly message: string;
}

const LOST = typographed({
  'article-date': 'Вместо артикула дата: задайте ячейке текстовый формат и введите артикул заново',
  'digits-lost':
    'Вместо артикула округлённое число, цифры потеряны: задайте ячейке текстовый формат и введите его заново',
  'formula-error': 'Вместо артикула ошибка формулы',
  'damaged-text': DAMAGED_TEXT,
} as const satisfies Readonly<Record<LostArticle['code'], string>>);

/** How Excel shows and saves a number of more digits than fit: one digit before the point, a sign, two of the power. */
const ROUNDED = /^\d(?:[.,]\d{1,15})?E[+-]\d{2,3}$/iu;
const MONTHS = 'янв|фев|мар|апр|май|мая|июн|июл|авг|сен|сент|окт|ноя|нояб|дек';
const MONTHS_ENGLISH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';
const TIME = '\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,6})?)?';
const NAME_BREAK = '[ .-]';
/** Dates as Excel shows what it took for one: months in lower case in Russian, with a capital in English. */
const DATES = new RegExp(
  `^(?:${[
    `${DAY}${NAME_BREAK}(?:${MONTHS}|${MONTHS_ENGLISH})\\.?(?:${NAME_BREAK}(?:${YEAR}|\\d\\d))?`,
    `(?:${MONTHS}|${MONTHS_ENGLISH})\\.?${NAME_BREAK}(?:${YEAR}|\\d\\d)`,
    `(?:${DAY}\\.${MONTH}\\.${YEAR}|${YEAR}-${MONTH}-${DAY}|${DAY}/${MONTH}/${YEAR}|${MONTH}/${DAY}/${YEAR})(?:[ T]${TIME})?`,
    '\\d{1,2}:\\d{2}:\\d{2}',
  ].join('|')})$`,
  'u',
);
const LOST_MAX = 40;
/** What every such date has beside its digits: most numbers need no closer look. */
const OF_DATES = /[:/-]|\p{L}|\d\.\d{1,2}\./u;

/** Whether a text is a date that a spreadsheet made of something else: `12.май` was 12,05 or 12-5. */
export const isDateText = (text: string): boolean =>
  text.length <= LOST_MAX && OF_DATES.test(text) && DATES.test(text.trim());

/** What became of the article of a cell in a spreadsheet or in transfer; null for one that may be an article. */
export function lostArticle({ kind, text }: Cell): LostArticle | null {
  const code = kind === 'text' ? lostText(text) : LOST_KINDS[kind];
  return code === undefined ? null : { code, message: LOST[code] };
}

const LOST_KINDS: Readonly<Partial<Record<Cell['kind'], LostArticle['code']>>> = {
  date: 'article-date',
  error: 'formula-error',
  damaged: 'damaged-text',
};

function lostText(text: string): LostArticle['code'] | undefined {
  if (text.length > LOST_MAX) return undefined;
  const shown = text.trim();
  if (ROUNDED.test(shown)) return 'digits-lost';
  return isDateText(shown) ? 'article-date' : undefined;
}

/** Whether a text is a share, and so neither a price nor a number of pieces. */
export const isPercent = (text: string): boolean => PERCENT.test(text);
const PERCENT = /[%٪％﹪]|\d ?проц/iu;

/** Hundredths of a decimal number, rounded half away from zero. */
export const hundredths = (value: Decimal): number => Number(roundedUnits(value, 2));

/** The nearest JavaScript number. */
export const numberOf = ({ units, scale }: Decimal): number => Number(`${units}e-${scale}`);

/** Hundredths of a cell's number straight away when binary rounding cannot matter, else null. */
export function quickHundredths(number: number): number | null {
  const scaled = number * 100;
  const rounded = Math.round(scaled);
  return Math.abs(scaled) < 1e12 && Math.abs(scaled - rounded) < 1e-3 ? rounded : null;
}

/** A currency as lists write it: `after` goes on with «цена в…», `spelt` are beginnings of regular expressions. */
interface Currency {
  readonly after: string;
  readonly spelt: string;
}

export const ROUBLE = 'RUB';

/** Currencies of price lists, by ISO 4217 or `UE`; the first that fits counts: Belarusian before Russian roubles. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  BYN: { after: 'белорусских рублях', spelt: 'byn|byr|br|бел\\.? ?руб(?:\\.|л[\\p{L}]*)?|бр' },
  RUB: { after: 'рублях', spelt: '₽|руб(?:\\.|л[\\p{L}]*)?|р\\.|р|rub|rur' },
  USD: { after: 'долларах', spelt: 'us ?\\$|\\$|usd|долл?(?:\\.|ар[\\p{L}]*)?' },
  EUR: { after: 'евро', spelt: '€|eur|euro|евро' },
  UE: { after: 'условных единицах', spelt: 'у\\. ?е\\.?|уе|y\\. ?e\\.?|ye' },
  UAH: { after: 'гривнах', spelt: '₴|uah|грн\\.?|гривен|гривн[\\p{L}]*|гривень' },
  KZT: { after: 'тенге', spelt: '₸|kzt|тенге|тнг\\.?|тг\\.?' },
  CNY: { after: 'юанях', spelt: '¥|cny|rmb|юан[\\p{L}]*' },
  GBP: { after: 'фунтах', spelt: '£|gbp|фунт[\\p{L}]*' },
  PLN: { after: 'злотых', spelt: 'zł|pln|злот[\\p{L}]*' },
  TRY: { after: 'лирах', spelt: '₺|try|лир[\\p{L}]*' },
  GEL: { after: 'лари', spelt: '₾|gel|лари' },
  AMD: { after: 'драмах', spelt: '֏|amd|драм[\\p{L}]*' },
  AZN: { after: 'манатах', spelt: '₼|azn|манат[\\p{L}]*' },
  KGS: { after: 'сомах', spelt: 'kgs|сом(?:ов|а)?' },
  UZS: { after: 'сумах', spelt: 'uzs|сум(?:ов|а)?' },
  MDL: { after: 'леях', spelt: 'mdl|ле[йя]|леев' },
  JPY: { after: 'иенах', spelt: 'jpy|[ий]ен[\\p{L}]*' },
  KRW: { after: 'вонах', spelt: '₩|krw|вон' },
  CHF: { after: 'франках', spelt: 'chf|франк[\\p{L}]*' },
};

export const inCurrency = typographed((code: string): string => `в ${CURRENCIES[code]?.after ?? `валюте ${code}`}`);

/** What a text says of money: the amount without its currency, and the currency's code, null when it names none. */
interface MoneyText {
  readonly amount: string;
  readonly currency: string | null;
}

const SPELLINGS = Object.entries(CURRENCIES).map(
  ([code, { spelt }]) => [code, new RegExp(`(?<!\\p{L})(?:${spelt})(?!\\p{L})`, 'iu')] as const,
);
/** Nothing but digits and what stands between them: no currency, as almost always. */
const BARE = /^[\d\s.,'’-]*$/u;
const OTHER_SIGN = /\p{Sc}/u;

/** What most lists write: spares the search for other currencies. */
const PLAIN_ROUBLES = /^([\d\s.,'’-]*\d) ?(?:руб\.?|р\.?|₽)$/u;

/** Roubles and kopecks, each with its name or its letter: `1250 руб. 50 коп.`, `12р50к`. */
const ROUBLES_AND_KOPECKS =
  /^([\d\s.,'’]*\d) ?(?:руб(?:\.|л(?:ей|я|ь))?|р\.?) ?(\d{1,2}) ?(?:к|коп)(?:\.|еек|ейк[аи])?$/iu;

/** Takes the currency out of a text; of several the first of the table counts and the others stay in the amount. */
export function readMoney(text: string): MoneyText {
  if (BARE.test(text)) return { amount: text, currency: null };
  const roubles = PLAIN_ROUBLES.exec(text);
  if (roubles) return { amount: roubles[1] as string, currency: ROUBLE };
  const [, whole, kopecks] = ROUBLES_AND_KOPECKS.exec(text) ?? [];
  if (whole !== undefined) return { amount: `${whole}=${kopecks?.padStart(2, '0')}`, currency: ROUBLE };
  for (const [code, spelling] of SPELLINGS) {
    if (spelling.test(text)) return { amount: text.replace(spelling, ' ').trim(), currency: code };
  }
  const sign = OTHER_SIGN.exec(text)?.[0];
  return sign ? { amount: text.replace(sign, ' ').trim(), currency: sign } : { amount: text, currency: null };
}

/** The one currency that a heading such as «Цена, EUR» names; null where it names none or several. */
export function currencyInHeading(text: string): string | null {
  const named = SPELLINGS.filter(([, spelling]) => spelling.test(text)).map(([code]) => code);
  // «Бел. руб.» are roubles as well by the spelling of the Russian ones.
  const [first, ...others] = named[0] === 'BYN' ? named.filter((code) => code !== ROUBLE) : named;
  return first !== undefined && others.length === 0 ? first : null;
}

/** Characters of a heading that are looked at. */
const HEADING_MAX = 200;
const OF_PRICES = /цен|прайс|валют|price|currency/iu;
/** Names of firms have currencies in them too: «ЕвроШина». */
const SURELY_CURRENCY = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])|[€$¥]|(?<!\p{L})в (?:евро|доллар|юан)/u;
const CAPTION_CELLS = 3;

/** What stands above a table about its prices: in its rows of few cells. */
const captionsOf = (rows: readonly Pick<SheetRow, 'cells'>[]): string[][] =>
  rows
    .filter(({ cells }) => cells.size <= CAPTION_CELLS)
    .map(({ cells }) => [...cells.values()].map(({ text }) => text.slice(0, HEADING_MAX)));

/** The only thing that captions say, as the first of them puts it; null where they say nothing, or different things. */
function onlyCaption(captions: readonly string[], said: (caption: string) => string | null): string | null {
  const saying = captions.filter((text) => said(text) !== null);
  return new Set(saying.map(said)).size === 1 ? (saying[0] as string) : null;
}

/** The row above a table that names the currency of its prices, such as «Вид цены: прайс (EUR)»; null without the one. */
export const currencyCaption = (rows: readonly Pick<SheetRow, 'cells'>[]): string | null =>
  onlyCaption(
    captionsOf(rows).map((texts) => texts.join(' ')),
    (text) => (OF_PRICES.test(text) && SURELY_CURRENCY.test(text) ? currencyInHeading(text) : null),
  );

/** A caption that is nothing but a unit, as accounts have it in the corner. */
const UNIT_ALONE = /^\(?(?:в )?(?:тыс\.? ?(?:руб|р)|т\. ?р)[\p{L}.]*\)?$/iu;

/** The cell above a table that says for what its prices are («Цены указаны в тыс. руб.»); null without the one. */
export const unitCaption = (rows: readonly Pick<SheetRow, 'cells'>[]): string | null =>
  onlyCaption(captionsOf(rows).flat(), (text) =>
    /цен|price/iu.test(text) || UNIT_ALONE.test(text.trim()) ? priceUnitInHeading(text) : null,
  );

/** For what prices are by their heading and what stands above the table; roubles in the one and thousands in the other ask. */
export function priceUnitOf(heading: string, caption: string): string | null {
  const own = priceUnitInHeading(heading);
  const above = own === null ? priceUnitInHeading(caption) : null;
  return above?.startsWith('x') && currencyInHeading(heading) !== null ? PACK_PRICES : (own ?? above);
}

/** Thousands and hundredths of roubles; a number before them is a limit («от 50 тыс. руб.»). */
const THOUSANDS =
  /(?<!\p{L}|\d ?)(?:(?:тыс(?:\.|яч\p{L}*)?|т\.|т(?= руб|р(?!\p{L}))) ?(?:руб|р(?!\p{L})|₽|rub|у\. ?е|уе|usd|\$|долл|eur|€|евро)|тыс\.?(?= ?[)\]]| ?$))/u;
const IN_KOPECKS = /(?<!\p{L}|\d ?)коп(?:\.|ейк\p{L}*)?(?!\p{L})/u;
/** How many of what a price is for: `за 100 шт.`, `руб./1000 шт`, `за тыс. шт`. */
const FOR_MANY =
  /(?:(?<!\p{L})(?:за|per) ?|\/ ?)(\d{1,3}(?: ?\d{3})?|тыс(?:\.|яч\p{L}*)?|сотн\p{L}*|десят\p{L}*|дюжин\p{L}*) ?(?:(шт|ед|pcs|pc)|(м|кг|г|л|пар|метр|kg|m|l)(?!\p{L}))/u;
/** The same of pieces that are not named: `за десяток`. */
const FOR_DOZENS = /(?<!\p{L})за (?:1 |один |одну )?(сотню|десяток|дюжину)(?! ?\p{L})/u;
/** How many such words mean. */
const COUNTS: readonly (readonly [beginning: string, count: number])[] = [
  ['сотн', 100],
  ['десят', 10],
  ['дюжин', 12],
  ['тыс', 1_000],
];
const FOR_PACK = /(?:(?<!\p{L})(?:за|per) ?|\/ ?)(?:1 ?)?(?:уп|пач|кор|ящ|блок|pack|box)/u;
/** Prices that are not for a piece, nor for a number of pieces that the heading names. */
export const PACK_PRICES = 'pack';

/** For what a heading names its prices, as the field `priceUnit` of a form or PACK_PRICES; null for one piece in roubles. */
export function priceUnitInHeading(heading: string): string | null {
  const text = (figureText(heading.slice(0, HEADING_MAX)) ?? '').toLowerCase();
  const times = THOUSANDS.test(text) ? 'x1000' : '';
  const [, dozens] = FOR_DOZENS.exec(text) ?? [];
  const [, many = dozens ?? '', pieces = dozens] = FOR_MANY.exec(text) ?? [];
  const inWords = COUNTS.find(([beginning]) => many.startsWith(beginning))?.[1] ?? 1;
  const count = /^\d/u.test(many) ? Number(many.replace(' ', '')) : inWords;
  if (FOR_PACK.test(text) || (count > 1 && pieces === undefined)) return PACK_PRICES;
  const per = Math.max(1, count) * (IN_KOPECKS.test(text) ? 100 : 1);
  return times === '' && per === 1 ? null : `${times}${per === 1 ? '' : `/${per}`}`;
}

/** The code of a currency by its code or any spelling that price lists use; null for anything else. */
export function currencyCode(text: string): string | null {
  const { amount, currency } = readMoney(text.trim());
  if (currency !== null && amount === '' && currency in CURRENCIES) return currency;
  const code = text.trim().toUpperCase();
  return code in CURRENCIES ? code : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNCLEAN = /[\u0000-\u001f\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]+/gu;

/** Characters of a cell that says one figure: a price, a stock, a time. */
const FIGURE_MAX = 200;

/** Digits of two lines, such as an old and a new price: they are no groups of one number. */
const BETWEEN_LINES = /(?<=\d)[^\S\n]*\n\s*(?=\d)/gu;

/** The text of a cell that may say one figure, its runs of blanks as one; null for one longer than any figure. */
export function figureText(text: string): string | null {
  const inner = text.trim();
  if (inner.length > FIGURE_MAX) return null;
  const line = inner.includes('\n') ? inner.replace(BETWEEN_LINES, ' / ') : inner;
  return line.replace(/[\s\p{Zs}]+/gu, ' ');
}

/** Text as it is stored: without outer spaces, line breaks and control characters, which no database or text file takes. */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text) && text.isWellFormed()) return text.trim();
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .trim()
    .replace(/[\t\r\n]+/gu, ' ');
}

/** The beginning of a clean text, at most `max` UTF-16 units: without half a character, and clean itself. */
export const cutText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
