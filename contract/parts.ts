import Type, { type Static } from 'typebox';
import { Match } from './bridge.ts';
import { Nullable } from './nullable.ts';
import { OfferedPosition } from './offer-terms.ts';

const facts = {
  id: Type.Integer(),
  article: Type.String(),
  title: Type.String({ description: 'Of the position that says most' }),
  maker: Nullable(Type.String()),
  priceFrom: Nullable(
    Type.String({ description: 'The lowest price in roubles, two decimals; null where no offer has one' }),
  ),
  amount: Type.Number({ description: 'In stock in all offers together' }),
  best: Type.Array(OfferedPosition, { description: 'The first three offers' }),
};

/** A part in a list: what its positions have in common, and the best of them. */
export const Part = Type.Object({
  ...facts,
  offers: Type.Integer({ description: 'How many offers there are' }),
  match: Type.Optional(Match),
});
export type Part = Static<typeof Part>;

/** A part that replaces another one, and why it is said to. */
export const PartCross = Type.Object({
  part: Part,
  reason: Type.String({ description: 'For a person, in Russian: what it replaces' }),
  source: Type.Union([Type.Literal('list'), Type.Literal('hand')], {
    description: 'Who says so: a list that was imported, or an administrator',
  }),
});
export type PartCross = Static<typeof PartCross>;

/** A position as an offer of a part. */
export const Offer = Type.Intersect([
  OfferedPosition,
  Type.Object({
    priceDate: Nullable(
      Type.String({
        description: 'The day on which the price was last confirmed, YYYY-MM-DD; null without a price',
      }),
    ),
  }),
]);
export type Offer = Static<typeof Offer>;

/** A part with every offer: those in stock first, then by price, a missing one last. */
export const PartAnswer = Type.Object({
  ...facts,
  offers: Type.Array(Offer),
  crosses: Type.Array(PartCross, { description: 'What replaces it: in stock first, then by price' }),
});
export type PartAnswer = Static<typeof PartAnswer>;

/** One value of a filter. */
export const FacetValue = Type.Object({
  value: Type.String({ description: 'What the parameter of the query takes' }),
  title: Type.String(),
  count: Type.Integer(),
});
export type FacetValue = Static<typeof FacetValue>;

/** How many of the found parts each filter would leave; where `total` is not exact, at least so many. */
export const PartFacets = Type.Object({
  maker: Type.Array(FacetValue),
  brand: Type.Array(FacetValue),
  provider: Type.Array(FacetValue),
  inStock: Type.Integer(),
  photo: Type.Integer(),
});
export type PartFacets = Static<typeof PartFacets>;

/** What a reader must know of how the question was understood. */
export const PartNote = Type.Object({
  kind: Type.String(),
  text: Type.String({ description: 'As typed; of the kind `price` for a person, in Russian' }),
  means: Type.Optional(Type.String({ description: 'What it is read as; absent where it is left out' })),
});
export type PartNote = Static<typeof PartNote>;

export const PartsAnswer = Type.Object({
  parts: Type.Array(Part),
  total: Type.Object({
    count: Type.Integer(),
    exact: Type.Boolean({ description: 'False where there are more than were counted' }),
  }),
  exact: Type.Integer({ description: 'How many of them have the article that was asked for' }),
  facets: PartFacets,
  note: Type.Optional(Type.String({ description: 'The reread query when the typed one found nothing' })),
  notes: Type.Array(PartNote),
  crosses: Type.Array(PartCross, {
    description:
      'What replaces the article that was asked for and was not found by it; on the first page only',
  }),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=; null at the end' })),
});
export type PartsAnswer = Static<typeof PartsAnswer>;

/** Everything that parts can be browsed by: the values of a filter without a search. */
export const PartsDirectory = Type.Object({
  makers: Type.Array(FacetValue, { description: 'Manufacturers, those of the most parts first' }),
  brands: Type.Array(FacetValue),
});
export type PartsDirectory = Static<typeof PartsDirectory>;
