import { QUEUE_LISTS, type QueueList } from '../../../../contract/queue-lists.ts';
import { badRequest } from '../../../http/errors.ts';
import { unpackValue } from '../../../text/opaque-text.ts';

/** A document in a list that begins with what is due first, and of what has no end with what waits longest. */
export interface QueuePlace {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The same; null: no matter when. */
  readonly due: number | null;
}

/** Where each list goes on: after a place, from its beginning (null), or nowhere, because it has ended. */
export type QueuePlaces = Readonly<Record<QueueList, QueuePlace | null | 'ended'>>;

const BEGINNING: QueuePlaces = { waiting: null, returned: null, stuck: null };

/** The places of a cursor as they travel: for each list `[since, id, due]`, or 0 for one that has ended. */
export const packedPlaces = (places: QueuePlaces): readonly unknown[] =>
  QUEUE_LISTS.map((list) => {
    const place = places[list];
    return place === 'ended' || place === null ? 0 : [place.since, place.id, place.due];
  });

/** The places in a cursor; throws 400 `invalid cursor` for what is none of ours. */
export function placesOf(cursor: string | undefined): QueuePlaces {
  if (cursor === undefined || cursor === '') return BEGINNING;
  const packed: unknown = unpackValue(cursor);
  if (!Array.isArray(packed) || packed.length !== QUEUE_LISTS.length) throw badRequest('invalid cursor');
  const places = QUEUE_LISTS.map((list, index) => [list, placeOf(packed[index])]);
  return Object.fromEntries(places) as QueuePlaces;
}

function placeOf(packed: unknown): QueuePlace | 'ended' {
  if (packed === 0) return 'ended';
  const [since, id, due]: unknown[] = Array.isArray(packed) ? packed : [];
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(id)) throw badRequest('invalid cursor');
  if (due !== null && !Number.isSafeInteger(due)) throw badRequest('invalid cursor');
  return { since: Number(since), id: Number(id), due: due === null ? null : Number(due) };
}
