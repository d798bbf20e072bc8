import type { CatalogueContext } from '../../catalogue/context/context.ts';
import { isSameSecret } from '../../platform/secrets.ts';
import type { ImportQueue } from '../runs/queue.ts';

/** What an accounting program may bring, and whose goods they are. Empty texts switch the way in off that they open. */
export interface ExchangeSettings {
  /** Opens both ways in, as bearer or as the password of any user. */
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

/** Whether any way in is open at all. */
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

/** Told how far an import is. */
export type OnProgress = Parameters<ImportQueue['submit']>[1];

/** What the exchange with accounting programs works with. */
export interface ExchangeContext extends Pick<CatalogueContext, 'database' | 'incomingFolder' | 'clock' | 'log'> {
  readonly queue: Pick<ImportQueue, 'submit'>;
  readonly settings: ExchangeSettings;
}
