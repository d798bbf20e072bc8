// Formats numbers, prices, quantities, sizes, dates and plurals in Russian, for pages, mails and sheets.
import type { OfferTerms } from '../../contract/catalogue/positions.ts';

/** Non-breaking space: groups of digits, and a number and its unit, never part at the end of a line. */
export const NBSP = '\u00a0';

/** A decimal text or number the Russian way: `1234.50` → `1 234,50`; whole amounts lose `,00`. Not a number → ''. */
export function formatNumber(value: string | number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value).trim());
  if (match === null) return '';
  const [, sign = '', whole = '', fraction = ''] = match;
  const groups = [...whole].map((digit, at) => (at > 0 && (whole.length - at) % 3 === 0 ? NBSP : '') + digit);
  return `${sign === '-' ? '−' : ''}${groups.join('')}${/^0*$/.test(fraction) ? '' : `,${fraction}`}`;
}

/** A name at the beginning of a line: «Насос водяной». */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a decimal text or number is there and is not zero (`'0.00'`, `''`, null and NaN are not). */
function isFilled(value: string | number | null | undefined): value is string | number {
  return value !== null && value !== undefined && Number(value) !== 0 && !Number.isNaN(Number(value));
}

/** Forms of a Russian noun after 1, after 2-4 and after 5. */
export type Forms = readonly [one: string, few: string, many: string];

const RULES = new Intl.PluralRules('ru');

/** The form of a noun that stands after the whole number `count`. */
export function plural(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(Math.abs(count));
  return rule === 'one' ? one : rule === 'few' ? few : many;
}

/** A whole number with its noun: `21 позиция`. */
export const countOf = (count: number, forms: Forms): string => `${formatNumber(count)}${NBSP}${plural(count, forms)}`;

/** The name of a warehouse that the shop gave none, by the number of its supplier. */
export const stockByNumber = (providerId: number): string => `Склад № ${providerId}`;

/** What a card says in place of a price; everywhere else it is NO_PRICE. */
export const PRICE_ON_REQUEST = 'Уточняйте у\u00a0менеджера';

export const NO_PRICE = 'по\u00a0запросу';

/** A price in roubles with its kopecks, so that prices below each other stand by their commas; null when it is zero or missing. */
export function formatPrice(price: string | number | null | undefined): string | null {
  if (!isFilled(price)) return null;
  const shown = formatNumber(price);
  return `${shown.includes(',') ? shown : `${shown},00`}${NBSP}₽`;
}

export const AMOUNT_TO_ORDER = 'под\u00a0заказ';

/** A quantity in stock as `12 шт`; null when it is zero or missing. */
export function formatAmount(amount: string | number | null | undefined): string | null {
  return isFilled(amount) ? `${formatNumber(amount)}${NBSP}шт` : null;
}

/** A two-decimal measure with its unit (`320 мм`, `19,40 кг`); null when it is zero or missing. */
export function formatSize(value: string | null | undefined, unit: string): string | null {
  return isFilled(value) ? `${formatNumber(value)}${NBSP}${unit}` : null;
}

/** A file size for a person: `840 КБ`, `1,5 МБ`. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${formatNumber(Math.ceil(kilobytes))}${NBSP}КБ`;
  return `${formatNumber((kilobytes / 1024).toFixed(1))}${NBSP}МБ`;
}

/** The least quantity of an order as «от 10 шт.»; '' where one piece will do. */
export const leastText = ({ leastAmount }: Pick<OfferTerms, 'leastAmount'>): string =>
  (leastAmount ?? 0) > 1 ? `от${NBSP}${formatNumber(leastAmount ?? 0)}${NBSP}шт.` : '';

const POSITIONS_OF = ['позиции', 'позиций', 'позиций'] as const;

/** What several positions come to: «1 234,50 ₽, без 1 позиции с ценой по запросу»; `total` has two decimals. */
export function totalText(total: string | number, unpriced: number, positions: number): string {
  if (unpriced >= positions) return NO_PRICE;
  const without = unpriced > 0 ? `, без${NBSP}${countOf(unpriced, POSITIONS_OF)} с${NBSP}ценой ${NO_PRICE}` : '';
  return `${formatPrice(total) ?? NO_PRICE}${without}`;
}

const DAYS = ['день', 'дня', 'дней'] as const;

/** When an offer can be had: «сегодня», «1 день», «2–3 дня»; '' where nothing is known. */
export function deliveryText({ deliveryDays, deliveryFrom }: Omit<OfferTerms, 'leastAmount'>): string {
  if (deliveryDays === null) return '';
  if (deliveryDays === 0) return 'сегодня';
  const days = countOf(deliveryDays, DAYS);
  return deliveryFrom === null || deliveryFrom >= deliveryDays ? days : `${formatNumber(deliveryFrom)}–${days}`;
}

/** The terms of an offer: «2–3 дня, от 10 шт.»; '' where nothing is known. */
export const termsText = (terms: OfferTerms): string =>
  [deliveryText(terms), leastText(terms)].filter(Boolean).join(', ');

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** A moment as DD.MM.YYYY in the time zone of the shop (an IANA name). */
export const formatDay = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('ru-RU', { timeZone, ...DAY }).format(moment);

/** A moment as DD.MM.YYYY, HH:MM in one piece, in the time zone of the shop (an IANA name). */
export function formatMoment(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone, ...DAY, hour: '2-digit', minute: '2-digit' });
  return format.format(moment).replace(', ', ',\u00a0');
}

/** The same with the distance of the zone from UTC, for readers elsewhere: «28.11.2026, 14:05 (UTC+5)». */
export function formatZonedMoment(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(moment);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
  return `${formatMoment(moment, timeZone)}${NBSP}(${zone})`;
}

/** A day YYYY-MM-DD as DD.MM.YYYY. */
export const dottedDay = (day: string): string => day.split('-').reverse().join('.');
/** A title in quotation marks; those that it has itself become the inner ones: `«ООО „Ромашка“»`. */
export const quoted = (title: string): string => `«${title.trim().replaceAll('«', '„').replaceAll('»', '“')}»`;

/** A text as titles are searched by: without case, е for ё, one plain space for any between words. */
export const foldTitle = (text: string): string =>
  text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
