import type { SessionAnswer } from '../../contract/mauth.ts';
import type { PlaceOfAddress } from '../../settings/address-places.ts';
import type { SessionRow } from './session-store.ts';

/** A session as its owner, or an administrator, sees it; `current` is the id of the one that asks. */
export const sessionAnswer =
  (placeOf: PlaceOfAddress, current: string) =>
  ({ id, agent, address, createdAt, lastUsedAt }: SessionRow): SessionAnswer => ({
    id,
    agent,
    address,
    place: placeOf(address),
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
    current: String(id) === current,
  });

/** The id of a session in an address; null for what is none. */
export const readSessionId = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);
