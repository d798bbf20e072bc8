import type { ImportError } from '../../../contract/errors.ts';
import { MISSING, REPEATED } from '../../../contract/upload.ts';
import type { FormFields } from './form-fields.ts';
import { columnList, columnsOf } from './rules/columns.ts';
import { currencyCode } from './rules/money.ts';
import { parseNumber } from './rules/numbers.ts';
import { sheetForms } from './sheet-forms.ts';
import { wrongRule } from './wrong-rule.ts';

/**
 * What is wrong with fields of the upload form that must not be guessed at; null when nothing is. Other fields fall back
 * to their defaults.
 */
export function wrongField(fields: FormFields): ImportError | null {
  const sheets = sheetForms(fields);
  if (sheets === null) return 'invalid sheets';
  if (sheets.length === 0) return wrongInForm(fields);
  return sheets.map((sheet) => wrongInForm(sheet.fields)).find((wrong) => wrong !== null) ?? null;
}

const wrongInForm = (fields: FormFields): ImportError | null =>
  wrongCurrency(fields) ??
  wrongAmount(fields) ??
  wrongRepeated(fields) ??
  wrongMissing(fields) ??
  wrongRule(fields);

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

function wrongMissing({ missing = '' }: FormFields): ImportError | null {
  return missing.trim() === '' || MISSING.some((name) => name === missing.trim()) ? null : 'invalid missing';
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
