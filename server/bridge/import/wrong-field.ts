import type { ImportError } from '../../../contract/errors.ts';
import { REPEATED } from '../../../contract/upload.ts';
import { columnList, columnsOf } from './rules/columns.ts';
import { currencyCode } from './rules/money.ts';
import { parseNumber } from './rules/numbers.ts';
import type { FormFields } from './settings.ts';

/**
 * What is wrong with fields of the upload form that must not be guessed at; null when nothing is. Other fields fall back
 * to their defaults.
 */
export const wrongField = (fields: FormFields): ImportError | null =>
  wrongCurrency(fields) ?? wrongAmount(fields) ?? wrongRepeated(fields);

function wrongCurrency({ currency = '', rate = '' }: FormFields): ImportError | null {
  if (currency.trim() !== '' && currencyCode(currency) === null) return 'unknown currency';
  if (rate.trim() === '') return null;
  const value = parseNumber(rate);
  return value === null || value.units <= 0n || currency.trim() === '' ? 'invalid rate' : null;
}

/** One column may be named loosely, as ever; of several each must be one. */
function wrongAmount({ amount = '' }: FormFields): ImportError | null {
  const isList = /[,;+]/u.test(amount);
  return isList && columnList(amount) === null ? 'invalid amount columns' : null;
}

function wrongRepeated(fields: FormFields): ImportError | null {
  const repeated = fields.repeated?.trim() ?? '';
  if (repeated === '') return null;
  if (!REPEATED.some((name) => name === repeated)) return 'invalid repeated';
  const columns = columnsOf(fields);
  if ((repeated === 'sum' || repeated === 'largest') && columns.amount === undefined)
    return 'amount is empty';
  return repeated === 'lowest-price' && columns.price === undefined ? 'price is empty' : null;
}
