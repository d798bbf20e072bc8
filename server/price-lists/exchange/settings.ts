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
  /** Title of the kind of price that is taken; empty: the first one that the file names. */
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

/** Price and stock of goods; null: not given. */
export interface Offer {
  /** Id of the goods. */
  readonly id: string;
  readonly article: string;
  readonly title: string;
  /** As a price cell of a price list has it: `1234.50`, with the currency behind it where that is not the rouble. */
  readonly price: string | null;
  readonly amount: number | null;
}

const PLAIN = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** `1 234,5` and `1234.5` as a machine writes it; null for what is no number. */
function plainNumber(text: string): string | null {
  const plain = text.replace(/[\s\u00a0\u202f]/gu, '').replace(',', '.');
  return PLAIN.test(plain) ? plain : null;
}

/** A price with two decimals, half up; what is no number stays as it is, for the report of the import. */
export function roundedPrice(text: string): string {
  const plain = plainNumber(text);
  if (plain === null) return text;
  const [whole = '', decimals = ''] = plain.replace('-', '').split('.');
  const hundredths = BigInt(`${whole}${decimals.padEnd(3, '0').slice(0, 3)}`);
  const rounded = String((hundredths + 5n) / 10n).padStart(3, '0');
  return `${plain.startsWith('-') ? '-' : ''}${rounded.slice(0, -2)}.${rounded.slice(-2)}`;
}

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
