import { CURRENCIES, ROUBLE } from './currencies.ts';

/** What a text says of money: the amount without its currency, and the currency's code, null when it names none. */
export interface MoneyText {
  readonly amount: string;
  readonly currency: string | null;
}

const SPELLINGS = Object.entries(CURRENCIES).map(
  ([code, { spelt }]) => [code, new RegExp(`(?<!\\p{L})(?:${spelt})(?!\\p{L})`, 'iu')] as const,
);
/** Nothing but digits and what stands between them: no currency, as almost always. */
const BARE = /^[\d\s.,'’-]*$/u;
/** A sign of a currency that the table does not know. */
const OTHER_SIGN = /\p{Sc}/u;

/** What most lists write: spares the search for other currencies. */
const PLAIN_ROUBLES = /^([\d\s.,'’-]*\d) ?(?:руб\.?|р\.?|₽)$/u;

/** Takes the currency out of a text; of several the first of the table counts and the others stay in the amount. */
export function readMoney(text: string): MoneyText {
  if (BARE.test(text)) return { amount: text, currency: null };
  const roubles = PLAIN_ROUBLES.exec(text);
  if (roubles) return { amount: roubles[1] as string, currency: ROUBLE };
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

/** The code of a currency by its code or any spelling that price lists use; null for anything else. */
export function currencyCode(text: string): string | null {
  const { amount, currency } = readMoney(text.trim());
  if (currency !== null && amount === '' && currency in CURRENCIES) return currency;
  const code = text.trim().toUpperCase();
  return code in CURRENCIES ? code : null;
}
