import { createHash, timingSafeEqual } from 'node:crypto';
import type { ExchangeSettings } from './settings.ts';

/** Whether any way in is open at all. */
export const isExchangeOn = ({ token, login, password }: ExchangeSettings): boolean =>
  token !== '' || (login !== '' && password !== '');

/** Whether a request's `Authorization` header opens the exchange; compared in constant time. */
export function opensExchange(authorization: string, settings: ExchangeSettings): boolean {
  const [, scheme = '', sent = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  const { token, login, password } = settings;
  if (scheme.toLowerCase() !== 'basic') return token !== '' && isSame(sent, token);
  const pair = Buffer.from(sent, 'base64').toString('utf8');
  const given = pair.slice(pair.indexOf(':') + 1);
  if (token !== '' && isSame(given, token)) return true;
  return login !== '' && password !== '' && isSame(pair, `${login}:${password}`);
}

/** Compares without telling by its time how much was right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
