import type { Position } from '../../contract/bridge.ts';
import type { Offer } from '../../contract/parts.ts';
import { termsText } from '../format/terms.ts';
import { type OfferView, offerView } from './offer-view.ts';
import { offersText } from './part-texts.ts';

/** An offer on the card of its part. */
export interface CardOfferView extends OfferView {
  /** The day on which the price was last confirmed, 23.11.2026. */
  readonly date: string;
  /** Whether it is the one that the card is of; '' or not. */
  readonly own: string;
}

/** The offers of a part, ready to be shown on a card; lists are empty and texts '' where there is nothing to tell. */
export interface CardOffersView {
  /** The terms of the one of the card where it is alone. */
  readonly ownTerms: string;
  /** «6 предложений»; '' where the one of the card is alone. */
  readonly offersText: string;
  readonly offers: readonly CardOfferView[];
  /** Nobody has any; '' or not. */
  readonly noneInStock: string;
}

const dayOf = (date: string | null): string => (date ?? '').split('-').reverse().join('.');

/** The offers as browser and server both write them. */
export const cardOffersView = (
  offers: readonly Offer[],
  own: Pick<Position, 'id' | 'amount'>,
): CardOffersView => ({
  ownTerms: offers.length > 1 ? '' : offers.map(termsText).join(),
  offersText: offers.length > 1 ? offersText(offers.length) : '',
  offers: offers.map((offer) => ({
    ...offerView(offer),
    date: dayOf(offer.priceDate),
    own: offer.id === own.id ? '1' : '',
  })),
  noneInStock: [own, ...offers].every(({ amount }) => !(amount > 0)) ? '1' : '',
});
