import { badRequest } from '../../../http/errors.ts';
import { packValue, unpackValue } from '../../../text/opaque-text.ts';
import type { ListOrder } from './filter.ts';

/** A document in a list: what the list is sorted by, null where the document has none, and its id. */
export interface ListPlace {
  readonly key: string | number | null;
  readonly id: number;
}

const nameOf = ({ by, isDescending }: ListOrder): string => `${isDescending ? '-' : ''}${by}`;

/** The place as a text for an address, good for the same order only. */
export const packPlace = (order: ListOrder, { key, id }: ListPlace): string =>
  packValue([nameOf(order), key, id]);

/** The place in a cursor, null for none; throws 400 `invalid cursor` for what is none of this order. */
export function readPlace(order: ListOrder, cursor = ''): ListPlace | null {
  if (cursor === '') return null;
  const packed: unknown = unpackValue(cursor);
  const [name, key, id]: unknown[] = Array.isArray(packed) ? packed : [];
  if (name !== nameOf(order) || !isKeyOf(order, key) || !Number.isSafeInteger(id))
    throw badRequest('invalid cursor');
  return { key: key as ListPlace['key'], id: Number(id) };
}

/** Whether a value can be what a list is sorted by: no database is asked for anything else. */
function isKeyOf({ by }: ListOrder, key: unknown): boolean {
  if (by === 'since' && key === null) return true;
  if (by === 'num' || by === 'saved' || by === 'since') return Number.isSafeInteger(key);
  return typeof key === 'string' && !key.includes('\0');
}
