import { VAT_PERCENT_MAX } from '../../../contract/limits.ts';
import { withoutPercent } from './markup-bands.ts';

/** What becomes of value added tax, as typed; nothing without a `by`. */
export interface VatParts {
  readonly by: '' | 'add' | 'remove';
  readonly percent: string;
}

/** The parts of a field such as `add:20`, also of a half-typed one. */
export function readVat(text: string): VatParts {
  const [by = '', percent = ''] = text.split(':').map((part) => part.trim());
  return by === 'add' || by === 'remove' ? { by, percent: withoutPercent(percent) } : { by: '', percent: '' };
}

/** The parts as the field holds them. */
export const writeVat = ({ by, percent }: VatParts): string => (by === '' ? '' : `${by}:${percent}`);

/** The parts with another rate; what is typed besides a number cannot be read back. */
export const withVatPercent = (parts: VatParts, typed: string): VatParts => ({
  ...parts,
  percent: typed.replace(/[^\d.,]/gu, ''),
});

/** Whether the tax can be read: a per cent above zero. */
export function isVat(text: string): boolean {
  const { by, percent } = readVat(text);
  if (by === '') return text.trim() === '';
  const isNumber = /^\d{1,3}(?:[.,]\d+)?$/u.test(percent) && /[1-9]/u.test(percent);
  return isNumber && Number(percent.replace(',', '.')) <= VAT_PERCENT_MAX;
}
