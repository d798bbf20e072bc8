import type { Position } from '../../../contract/bridge.ts';

/** The element in which the server hands over the position that it has written into the page. */
export const CARD_DATA = 'card-data';

/** That position; null when the server knows that there is none, undefined when nobody filled the page. */
export function givenPosition(): Position | null | undefined {
  const text = globalThis.document?.getElementById(CARD_DATA)?.textContent;
  return text ? (JSON.parse(text) as Position | null) : undefined;
}
