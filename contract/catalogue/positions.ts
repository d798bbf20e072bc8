// What the API answers to visitors about positions (one offer of one supplier each): one of them, a search,
// suggestions, a search by a list. What staff see besides is in staff-positions.ts.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';

/** A position as search rows and cards show it. Price and sizes are two-decimal strings, price in roubles. */
export const Position = Type.Object({
  id: Type.Integer(),
  createdAt: Type.String(),
  brandId: Type.Integer(),
  brantTitle: Type.String({ description: 'Title of the brand; the spelling is part of the API' }),
  providerId: Type.Integer(),
  stock: Type.String({ description: 'The public name of the warehouse: `Склад № <providerId>` where it has none' }),
  uid: Type.Null(),
  code: Nullable(Type.String()),
  article: Type.String(),
  title: Type.String(),
  photo: Nullable(Type.String()),
  price: Type.String(),
  amount: Type.Number(),
  storage: Type.Null(),
  weight: Type.String(),
  width: Type.String(),
  height: Type.String(),
  length: Type.String(),
  manufacturer: Nullable(Type.String()),
  alias: Type.String(),
});
export type Position = Static<typeof Position>;

/** How a row was found: `exact` article, `similar` article (begins with or contains it), `words`. */
export const Match = OneOf(['exact', 'similar', 'words']);
export type Match = Static<typeof Match>;

export const FoundPosition = Type.Intersect([Position, Type.Object({ match: Match })]);
export type FoundPosition = Static<typeof FoundPosition>;

export const SearchQuery = Type.Object({
  query: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  last: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String()),
  strict: Type.Optional(Type.String({ description: '`1`: only what is found as it is typed' })),
});
export type SearchQuery = Static<typeof SearchQuery>;

const NOTE_KINDS = [
  'layout',
  'sound',
  'meaning',
  'typing',
  'stop',
  'dropped',
  'near',
  'machine',
  'side',
  'kind',
  'model unsaid',
  'side unsaid',
] as const;

/** What was read otherwise than it was typed, because that found nothing, or is said by nothing that is found. */
export const SearchNote = Type.Object({
  kind: OneOf(NOTE_KINDS, {
    description:
      'The other keyboard layout; an article by sound; a word of the dictionary; a typing error; a word that says ' +
      'nothing, left out; a word that finds nothing beside the others, left out; an article that differs by one character; a machine, and a side, for which there is nothing, left out; ' +
      'a kind of part that is there only under a wider name; a model, and a side, that no title names of what is found',
  }),
  text: Type.String({ description: 'As typed' }),
  means: Type.Optional(
    Type.String({ description: 'What it is read as; absent where it is left out; of a model its make or family' }),
  ),
});
export type SearchNote = Static<typeof SearchNote>;

export const SearchAnswer = Type.Object({
  positions: Type.Array(FoundPosition),
  offset: Type.Integer(),
  limit: Type.Integer(),
  time: Type.Number({ description: 'Seconds the search took' }),
  total: Type.Optional(Type.Integer({ description: 'First page only: matches of the stages opened so far' })),
  totalIsBound: Type.Optional(Type.Boolean()),
  exact: Type.Optional(Type.Integer({ description: 'First page only: rows whose article is the query' })),
  more: Type.Boolean(),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
  note: Type.Optional(Type.String({ description: 'The reread query when the typed one found nothing' })),
  notes: Type.Optional(
    Type.Array(SearchNote, { description: 'First page only, beside `note`: how the query was reread' }),
  ),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

const Suggestion = Type.Object({
  text: Type.String({ description: 'What goes into the search field' }),
  title: Type.String(),
  alias: Nullable(Type.String({ description: 'Card of the one position this names, if there is just one' })),
});
export const SuggestAnswer = Type.Object({ suggestions: Type.Array(Suggestion) });
export type SuggestAnswer = Static<typeof SuggestAnswer>;

export const ListSearchQuery = Type.Object({
  format: Type.Optional(Type.String({ description: '`xlsx` answers with a workbook' })),
});
export const ListSearchRow = Type.Object({
  article: Type.String({ description: 'As typed' }),
  positions: Type.Array(Position),
});
export type ListSearchRow = Static<typeof ListSearchRow>;
export const ListSearchAnswer = Type.Object({
  rows: Type.Array(ListSearchRow),
  found: Type.Integer(),
  missing: Type.Integer(),
  ignored: Type.Integer({ description: 'Lines over the limit' }),
});
export type ListSearchAnswer = Static<typeof ListSearchAnswer>;

export const ReferenceRow = Type.Object({ id: Type.Integer(), title: Type.String() });
export type ReferenceRow = Static<typeof ReferenceRow>;

/** What buyers read of a supplier. */
export const SupplierTerms = Type.Object({
  id: Type.Integer(),
  publicName: Type.String({ description: 'Of its warehouse; empty for `Склад № <id>`' }),
  deliveryFrom: Nullable(Type.Integer({ description: 'Days until its goods can be had, at the earliest' })),
  deliveryTo: Nullable(Type.Integer({ description: 'At the latest; where no list says it of a position' })),
});
export type SupplierTerms = Static<typeof SupplierTerms>;

/** On what terms a position is sold; null where they are unknown or as outdated as its price. */
export const OfferTerms = Type.Object({
  deliveryDays: Nullable(Type.Integer({ description: 'Days until it can be had at the latest; 0: at once' })),
  deliveryFrom: Nullable(Type.Integer({ description: 'Days at the earliest, where the supplier names a span' })),
  leastAmount: Nullable(Type.Integer({ description: 'The least quantity of an order, in pieces' })),
});
export type OfferTerms = Static<typeof OfferTerms>;

export const OfferedPosition = Type.Object({
  ...Position.properties,
  ...OfferTerms.properties,
  name: Type.String({ description: 'The title as pages show it: without notes of the offer, without the article' }),
  marks: Type.Array(Type.String(), {
    description: 'What its title says of the offer: `аналог`, `уценка: скол`, `производство Турция`, `без клапанов`',
  }),
});
export type OfferedPosition = Static<typeof OfferedPosition>;
