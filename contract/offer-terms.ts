import Type, { type Static } from 'typebox';
import { Position } from './bridge.ts';
import { Nullable } from './nullable.ts';

/** On what terms a position is sold; null where nobody has said, or so long ago that its price does not count either. */
export const OfferTerms = Type.Object({
  deliveryDays: Nullable(Type.Integer({ description: 'Days until it can be had; 0: at once' })),
  leastAmount: Nullable(Type.Integer({ description: 'The least quantity of an order, in pieces' })),
});
export type OfferTerms = Static<typeof OfferTerms>;

/** A position with its terms of sale. */
export const OfferedPosition = Type.Object({ ...Position.properties, ...OfferTerms.properties });
export type OfferedPosition = Static<typeof OfferedPosition>;
