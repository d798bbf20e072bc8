/** Requests in the API: answers to buyers and to staff. */
import Type, { type Static } from 'typebox';
import { Editor, Nullable } from '../answers.ts';
import { OfferedPosition, OfferTerms } from '../catalogue/positions.ts';
import { REQUEST_STATES } from './forms.ts';

const State = Type.Enum([...REQUEST_STATES]);
const Money = (description: string) => Type.String({ description: `${description}, two decimals, roubles` });

/** What a sent request is known by. */
const MadeRequest = Type.Object({
  id: Type.Integer(),
  number: Type.Integer({ description: 'What the buyer and the staff call it; consecutive' }),
});

/** A request as the call answers that has made it. */
export const TakenRequest = Type.Object({
  ...MadeRequest.properties,
  copyTo: Type.Optional(Type.String({ description: 'The e-mail of the buyer, where a copy goes there' })),
});
export type TakenRequest = Static<typeof TakenRequest>;

/** Why a request was not taken, and of which offers that is so. */
export const RequestRefusal = Type.Object({
  error: Type.String(),
  id: Type.Optional(Type.Integer({ description: 'With `already created`: the request made under the key' })),
  number: Type.Optional(Type.Integer()),
  positions: Type.Optional(
    Type.Array(Type.Integer(), { description: 'With `positions not found` and `prices changed`: which' }),
  ),
});
export type RequestRefusal = Static<typeof RequestRefusal>;

/** GET /requests/offers: how offers stand now. */
export const OffersAnswer = Type.Object({
  offers: Type.Array(OfferedPosition, { description: 'In the order asked for' }),
  missing: Type.Array(Type.Integer(), { description: 'Ids that are not offered' }),
});
export type OffersAnswer = Static<typeof OffersAnswer>;

/** One offer of a request, as it was sent and as it stands now. */
export const RequestItem = Type.Object({
  positionId: Type.Integer(),
  article: Type.String(),
  title: Type.String(),
  manufacturer: Nullable(Type.String()),
  brand: Type.String(),
  stock: Type.String({ description: 'The public name of the warehouse' }),
  amount: Type.Integer(),
  price: Money('Price of one as of sending'),
  sum: Money('Price of all'),
  /** null: not offered any more. */
  now: Nullable(
    Type.Object({
      price: Money('Price of one now'),
      amount: Type.Number(),
      alias: Type.String(),
      leastAmount: OfferTerms.properties.leastAmount,
    }),
  ),
});
export type RequestItem = Static<typeof RequestItem>;

const summary = {
  ...MadeRequest.properties,
  state: State,
  at: Type.String({ description: 'When it was sent, ISO 8601, UTC' }),
  positions: Type.Integer({ description: 'How many offers it names' }),
  total: Money('Sum as of sending'),
  unpriced: Type.Integer({ description: 'How many of its offers had no price' }),
};

const details = {
  company: Type.String({ description: 'For whom; empty where nothing is said, as below' }),
  inn: Type.String({ description: 'Taxpayer number' }),
  city: Type.String({ description: 'Where it is to be sent' }),
  carrier: Type.String({ description: 'By whom it is to be sent' }),
};

export const RequestRow = Type.Object({
  ...summary,
  name: Type.String(),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  ...details,
  changedAt: Type.String({ description: 'ISO 8601, UTC' }),
  changedBy: Nullable(Editor),
});
export type RequestRow = Static<typeof RequestRow>;

export const RequestListQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'Number, name, phone, e-mail, article or title' })),
  state: Type.Optional(Type.String({ description: REQUEST_STATES.join(', ') })),
  from: Type.Optional(Type.String({ description: 'First day, YYYY-MM-DD' })),
  to: Type.Optional(Type.String({ description: 'Last day, YYYY-MM-DD' })),
  cursor: Type.Optional(Type.String()),
});
export type RequestListQuery = Static<typeof RequestListQuery>;

/** GET /requests: newest first. */
export const RequestPage = Type.Object({
  requests: Type.Array(RequestRow),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
});
export type RequestPage = Static<typeof RequestPage>;

/** GET /requests/new: what waits for staff. */
export const NewRequests = Type.Object({ count: Type.Integer() });
export type NewRequests = Static<typeof NewRequests>;

/** What staff did with a request, oldest first. */
export const RequestEvent = Type.Object({
  at: Type.String({ description: 'ISO 8601, UTC' }),
  by: Nullable(Editor),
  state: Type.Optional(State),
  note: Type.Optional(Type.String()),
});
export type RequestEvent = Static<typeof RequestEvent>;

/** GET /requests/{id}. */
export const StaffRequest = Type.Object({
  ...RequestRow.properties,
  comment: Type.String(),
  consent: Nullable(
    Type.Object({
      text: Type.Integer({
        description: 'Version of the page `privacy` that was agreed to, 0 for the text of the product',
      }),
      at: Type.String({ description: 'ISO 8601, UTC' }),
    }),
  ),
  signedIn: Type.Boolean({ description: 'Sent by somebody signed in' }),
  items: Type.Array(RequestItem),
  events: Type.Array(RequestEvent),
});
export type StaffRequest = Static<typeof StaffRequest>;

/** GET /requests/own: what the caller sent, newest first. */
export const OwnRequest = Type.Object({
  ...summary,
  ...details,
  comment: Type.String(),
  items: Type.Array(RequestItem),
});
export type OwnRequest = Static<typeof OwnRequest>;
export const OwnRequestPage = Type.Object({
  requests: Type.Array(OwnRequest),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
});
export type OwnRequestPage = Static<typeof OwnRequestPage>;
