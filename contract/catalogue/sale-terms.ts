// Fields for terms of sale: days until delivery, least quantities.
import { type Field, isBlank, Refusal } from '../fields/field.ts';
import { readNumber } from '../fields/values.ts';

/** A term of sale in whole days or pieces; an empty one is none. */
export const term = (error: 'invalid delivery' | 'invalid lot', least: number, most: number): Field<number | null> => ({
  schema: { type: ['string', 'number', 'null'], description: `Whole, ${least} to ${most}; empty for none` },
  read: (value) => {
    if (isBlank(value)) return null;
    const number = typeof value === 'object' ? Number.NaN : readNumber(value);
    return Number.isInteger(number) && number >= least && number <= most ? number : new Refusal(error);
  },
});
