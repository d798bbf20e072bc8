import type { OfferView } from '../../../rules/parts/offer-view.ts';
import { AddToRequest } from '../request/AddToRequest.tsx';

/** Puts one of an offer into the request, from a list of offers. */
export function AddOffer({ offer: { id, article, title, askedPrice } }: { readonly offer: OfferView }) {
  return <AddToRequest offer={{ id, article, title, price: askedPrice }} />;
}
