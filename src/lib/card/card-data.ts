import type { Position } from '../../../contract/bridge.ts';
import type { Offer } from '../../../contract/parts.ts';

/** The element in which the server hands over the card that it has written into the page. */
export const CARD_DATA = 'card-data';

/** The element in which the server shows what replaces the part of the card. */
export const CARD_CROSSES = 'card-crosses';

/** The element that holds the card. */
export const CARD_PLACE = 'card';

/** What a card shows: a position, and all offers of its part with itself among them. */
export interface ShownCard {
  readonly position: Position;
  readonly offers: readonly Offer[];
}

/** That card; null when the server knows that there is none, undefined when nobody filled the page. */
export function givenCard(): ShownCard | null | undefined {
  const text = globalThis.document?.getElementById(CARD_DATA)?.textContent;
  return text ? (JSON.parse(text) as ShownCard | null) : undefined;
}
