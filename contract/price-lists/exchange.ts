// What the API answers about the exchange with an accounting program (1C).
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';

export const PriceKinds = Type.Object({
  kinds: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The id of the accounting program' }),
      title: Type.String(),
      currency: Type.String(),
      isTaken: Type.Boolean({ description: 'The shop sells at it' }),
    }),
  ),
  setting: Nullable(Type.String({ description: 'EXCHANGE_PRICE_TYPE, where it decides' })),
  asks: Type.Boolean({ description: 'There are several and none was chosen by a setting or a person' }),
});
export type PriceKinds = Static<typeof PriceKinds>;
