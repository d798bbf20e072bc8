// Who may send goods from an accounting program (1C) and whose goods they are; types and numbers of goods that the
// exchange shares.
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import { isSameSecret } from '../../platform/secrets.ts';
import type { ImportQueue } from '../runs/queue.ts';

/** Credentials of the accounting program, and whose goods it sends. An empty text switches its kind of access off. */
export interface ExchangeSettings {
  /** Opens both kinds of access, as bearer or as the password of any user. */
  readonly token: string;
  /** Name and password of the exchange of catalogues (CommerceML). */
  readonly login: string;
  readonly password: string;
  /** Titles of the provider and the brand that the goods belong to; made when missing. */
  readonly provider: string;
  readonly brand: string;
  /** Name or id of the kind of prices that is taken; '' leaves the choice to the first exchange and to administrators. */
  readonly priceType: string;
}

export const NO_EXCHANGE: ExchangeSettings = {
  token: '',
  login: '',
  password: '',
  provider: '1С',
  brand: '1С',
  priceType: '',
};

export const isExchangeOn = ({ token, login, password }: ExchangeSettings): boolean =>
  token !== '' || (login !== '' && password !== '');

/** Whether a request's `Authorization` header opens the exchange; compared in constant time. */
export function isExchangeAuthorized(authorization: string, settings: ExchangeSettings): boolean {
  const [, scheme = '', sent = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const { token, login, password } = settings;
  if (scheme.toLowerCase() !== 'basic') return token !== '' && isSameSecret(sent, token);
  const pair = Buffer.from(sent, 'base64').toString('utf8');
  const given = pair.slice(pair.indexOf(':') + 1);
  if (token !== '' && isSameSecret(given, token)) return true;
  return login !== '' && password !== '' && isSameSecret(pair, `${login}:${password}`);
}

export type OnProgress = Parameters<ImportQueue['submit']>[1];

export interface ExchangeContext extends Pick<CatalogueContext, 'database' | 'incomingFolder' | 'clock' | 'log'> {
  readonly queue: Pick<ImportQueue, 'submit'>;
  readonly settings: ExchangeSettings;
}

/** Goods as an accounting program describes them, in any of the formats. An empty text is not given. */
export interface Goods {
  /** The program's own id. */
  readonly id: string;
  readonly code: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  readonly isRemoved: boolean;
}

/** Price and stock of goods, or of one variant of them; null: not given. */
export interface Offer {
  /** Of the goods, or of their variant: `goods#variant`. */
  readonly id: string;
  readonly article: string;
  readonly title: string;
  /** What distinguishes the variant: `XL, красный`. */
  readonly variant: string;
  /** Roubles with two decimals; '' where the goods have no price of the kind any more. */
  readonly price: string | null;
  readonly amount: number | null;
  readonly isRemoved: boolean;
}

/** The id of the goods that a variant belongs to; that of goods is their own. */
export const goodsIdOf = (id: string): string => id.split('#', 1).join();

/** What can be wrong with goods that are taken all the same, but for what has no id. */
export const PROBLEMS = ['id', 'currency', 'price', 'stock'] as const;
export type Problem = (typeof PROBLEMS)[number];

const PLAIN = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** `1 234,5` and `1234.5` as a machine writes it; null for what is no number. */
function plainNumber(text: string): string | null {
  const plain = text.replace(/[\s\u00a0\u202f]/gu, '').replace(',', '.');
  return PLAIN.test(plain) ? plain : null;
}

/** Largest price that is taken, kopecks. */
const PRICE_MAX = 10n ** 13n;

/**
 * The price of one basic unit with two decimals, half up, of a price for so many of them (`units`, 1 where it is not
 * given); null for what is no price.
 */
export function unitPrice(text: string, units: string): string | null {
  const price = plainNumber(text);
  const divisor = fractionOf(plainNumber(units) ?? '1');
  if (price === null || price.startsWith('-')) return null;
  const [of, by] = [fractionOf(price), divisor.units > 0n ? divisor : ONE];
  // Kopecks, and half of one more before the rest is cut off.
  const above = of.units * by.scale * 200n + of.scale * by.units;
  const kopecks = above / (of.scale * by.units * 2n);
  if (kopecks > PRICE_MAX) return null;
  const digits = String(kopecks).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const ONE = { units: 1n, scale: 1n };

/** A plain number as a fraction: `units` of `scale`. */
function fractionOf(plain: string): { readonly units: bigint; readonly scale: bigint } {
  const [whole = '', decimals = ''] = plain.split('.');
  return { units: BigInt(`${whole}${decimals}`), scale: 10n ** BigInt(decimals.length) };
}

export const isNumber = (text: string): boolean => plainNumber(text) !== null;

/** The sum of what is above zero; what is no number does not count. */
export const positiveSum = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.max(0, Number(plainNumber(text) ?? 0)), 0);

/** A stock as a cell: whole, or with so many decimals that none is taken for thousands. */
export const amountCell = (amount: number): string => (Number.isInteger(amount) ? String(amount) : amount.toFixed(4));

/** Why what an accounting program sent cannot be taken; the message is for a person, in Russian. */
export class ExchangeProblem extends Error {
  readonly code = 'EXCHANGE_PROBLEM';

  constructor(message: string) {
    super(typographed(message));
  }
}
