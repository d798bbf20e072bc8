// What is typed into the dialog that changes many positions at once, and how it is sent: only what is to change.
import type { BulkFields } from './positions-calls.ts';

export interface BulkForm {
  /** What becomes of the price: nothing, one price for all, a percentage, or only rounding. */
  readonly priceBy: '' | 'set' | 'percent' | 'round';
  readonly price: string;
  readonly roundTo: string;
  readonly amount: string;
  readonly brandId: string;
  readonly providerId: string;
}

/** What is rounded to until something else is chosen, roubles. */
const USUAL_STEP = '10';

export const NO_CHANGE: BulkForm = { priceBy: '', price: '', roundTo: '', amount: '', brandId: '', providerId: '' };

/** The form with another choice of what becomes of the price; only rounding begins with the usual step. */
export const withPriceBy = (form: BulkForm, priceBy: BulkForm['priceBy']): BulkForm => ({
  ...form,
  priceBy,
  roundTo: priceBy === 'round' ? form.roundTo || USUAL_STEP : form.roundTo,
});

/** The fields of the form that change something. A price that is not typed is sent as it is: the service refuses it. */
export function bulkChange({ priceBy, price, roundTo, amount, brandId, providerId }: BulkForm): BulkFields {
  return {
    ...(priceBy === 'set' && { price }),
    ...(priceBy === 'percent' && { percent: price, ...(roundTo !== '' && { roundTo }) }),
    ...(priceBy === 'round' && { roundTo }),
    ...(amount.trim() !== '' && { amount }),
    ...(brandId !== '' && { brandId: Number(brandId) }),
    ...(providerId !== '' && { providerId: Number(providerId) }),
  };
}
