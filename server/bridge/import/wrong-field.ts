import type { ImportError } from '../../../contract/errors.ts';
import { currencyCode } from './rules/money.ts';
import { parseNumber } from './rules/numbers.ts';
import type { FormFields } from './settings.ts';

/**
 * What is wrong with fields of the upload form that must not be guessed at; null when nothing is. Other fields fall back
 * to their defaults.
 */
export function wrongField({ currency = '', rate = '' }: FormFields): ImportError | null {
  if (currency.trim() !== '' && currencyCode(currency) === null) return 'unknown currency';
  if (rate.trim() === '') return null;
  const value = parseNumber(rate);
  return value === null || value.units <= 0n || currency.trim() === '' ? 'invalid rate' : null;
}
