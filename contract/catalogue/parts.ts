// What the API answers to a search for parts (part = all positions of one article and maker): offers, crosses, filters
// with counts, lists.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { FILTERS, type FilterName } from './filters.ts';
import { Match, OfferedPosition } from './positions.ts';
import { AMOUNT_PROBLEMS, PART_ORDERS } from './words.ts';

const facts = {
  id: Type.Integer(),
  article: Type.String(),
  title: Type.String({ description: 'Of the offer of the main group that says most, without notes of offers' }),
  maker: Nullable(Type.String()),
  marks: Type.Array(Type.String(), {
    description: 'Of the main group: the offers that are bought where nothing else is chosen, all of the same marks',
  }),
  priceFrom: Nullable(
    Type.String({
      description: 'The lowest price of the main group in stock, else to order: roubles, two decimals; null for none',
    }),
  ),
  toOrder: Type.Boolean({ description: 'Whether that price is of what has to be ordered' }),
  amount: Type.Number({ description: 'In stock in the main group' }),
  special: Type.Boolean({
    description: 'The main group is discounted, used, rebuilt or incomplete: bought only by those who choose it',
  }),
  machines: Type.Array(Type.String(), {
    description: 'Machines that titles of its offers name where they name different ones; else empty',
  }),
  best: Type.Array(OfferedPosition, { description: 'The first three offers, those of the main group first' }),
};

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

export const Offer = Type.Intersect([
  OfferedPosition,
  Type.Object({
    priceDate: Nullable(
      Type.String({ description: 'The day on which the price was last confirmed, YYYY-MM-DD; null without a price' }),
    ),
  }),
]);
export type Offer = Static<typeof Offer>;

/** What titles were read as (server/catalogue/part-reader). */
export const TitleReading = Type.Object({
  kind: Type.String({ description: 'What the part is; empty where they do not say' }),
  system: Type.String({ description: 'The unit of a vehicle that it belongs to' }),
  machines: Type.Array(Type.String(), { description: 'Machines, engines and makes that it is for' }),
});
export type TitleReading = Static<typeof TitleReading>;

/** A part with every offer: the main group first, in each those in stock first, then by price, a missing one last. */
export const PartAnswer = Type.Object({
  ...facts,
  offers: Type.Array(Offer),
  crosses: Type.Array(PartCross, { description: 'What replaces it: in stock first, then by price' }),
  reading: TitleReading,
});
export type PartAnswer = Static<typeof PartAnswer>;

export const FacetValue = Type.Object({
  value: Type.String({ description: 'What the parameter of the query takes' }),
  title: Type.String(),
  count: Type.Integer(),
});
export type FacetValue = Static<typeof FacetValue>;

type Facets = { [Name in FilterName<'choice'>]: Type.TArray<typeof FacetValue> } & {
  [Name in FilterName<'switch'>]: Type.TInteger;
};

/** How many of the found parts each filter would leave; where `total` is not exact, at least so many. */
export const PartFacets = Type.Object(
  Object.fromEntries(
    FILTERS.flatMap(({ as, name }) =>
      as === 'span' ? [] : [[name, as === 'choice' ? Type.Array(FacetValue) : Type.Integer()]],
    ),
  ) as Facets,
);
export type PartFacets = Static<typeof PartFacets>;

/** What a reader must know of how the question was understood. */
export const PartNote = Type.Object({
  kind: Type.String(),
  text: Type.String({ description: 'As typed; of the kind `price`, or of another span, for a person, in Russian' }),
  means: Type.Optional(Type.String({ description: 'What it is read as; absent where it is left out' })),
});
export type PartNote = Static<typeof PartNote>;

/** What a question in words was read as: names of kinds, machines and sides. */
export const QueryReading = Type.Object({
  kind: Nullable(Type.String({ description: 'The part that is asked for; null where only machines are' })),
  machines: Type.Array(Type.String()),
  sides: Type.Array(Type.String()),
  chips: Type.Array(
    Type.Object({
      role: OneOf(['kind', 'machine', 'side']),
      name: Type.String({ description: 'For a person' }),
      typed: Type.String({ description: 'The words of the query that were read so: `plain` takes them' }),
      without: Type.String({ description: 'The query without these words; empty where nothing is left' }),
    }),
  ),
});
export type QueryReading = Static<typeof QueryReading>;

export const PartsAnswer = Type.Object({
  parts: Type.Array(Part),
  /** Null where the words name no part. */
  reading: Nullable(QueryReading),
  apart: Type.Boolean({
    description:
      'Nothing fits what was asked for: these are the same parts for other machines, of another side, or near to it',
  }),
  total: Type.Object({
    count: Type.Integer(),
    exact: Type.Boolean({ description: 'False where there are more than were counted' }),
  }),
  exact: Type.Integer({ description: 'How many of them have the article that was asked for' }),
  facets: PartFacets,
  note: Type.Optional(Type.String({ description: 'The reread query when the typed one found nothing' })),
  notes: Type.Array(PartNote),
  crosses: Type.Array(PartCross, {
    description: 'What replaces the article that was asked for and was not found by it; on the first page only',
  }),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=; null at the end' })),
});
export type PartsAnswer = Static<typeof PartsAnswer>;

/** Everything that parts can be browsed by: the values of a filter without a search. */
export const PartsDirectory = Type.Object({
  makers: Type.Array(FacetValue, { description: 'Manufacturers, those of the most parts first' }),
  brands: Type.Array(FacetValue),
  kinds: Type.Array(Type.Intersect([FacetValue, Type.Object({ system: Type.String() })]), {
    description: 'Kinds of parts as titles were read, with the unit of a vehicle that each belongs to',
  }),
  machines: Type.Array(FacetValue, { description: 'Machines, engines and makes that titles name' }),
  systems: Type.Array(FacetValue, { description: 'Units of a vehicle' }),
});
export type PartsDirectory = Static<typeof PartsDirectory>;

const text = (description: string) => Type.Optional(Type.String({ description }));

/** What the reference of the API says of the parameters of each filter; browsers, which load the filters, need it not. */
const FILTER_PARAMETERS: Readonly<Record<FilterName, string>> = {
  kind: 'The kind of part, as its title reads',
  machine: 'A machine, engine or make that its title names',
  side: 'Side or place on the machine, as its title reads',
  system: 'The unit of a vehicle that the part belongs to, as its title reads',
  mark: 'What its title says of its condition: an analogue, used, reinforced',
  maker: 'A manufacturer, in any spelling',
  brand: 'Id of a brand',
  provider: 'Id of a provider',
  price: 'Roubles',
  inStock: '`1`: only what is in stock',
  photo: '`1`: only what has a photo',
};

const filterParameters: Readonly<Record<string, ReturnType<typeof text>>> = Object.fromEntries(
  FILTERS.flatMap((filter) => {
    const { name } = filter;
    const parameter = text(FILTER_PARAMETERS[name]);
    if (filter.as === 'span') return [`${name}From`, `${name}To`].map((bound) => [bound, parameter]);
    return [[filter.as === 'choice' ? filter.parameter : name, parameter]];
  }),
);

/** What a search for parts takes; without a query it needs a filter. */
export const PartsQuery = Type.Object({
  query: text('Article, words, or both'),
  ...filterParameters,
  order: text(`One of ${PART_ORDERS.join(', ')}; anything else is the first`),
  limit: text('Parts of a page, 10 by default, 50 at most'),
  strict: text('`1`: only what is found as it is typed'),
  plain: text('Words of the query that are to be read as words alone, never as a machine, a side or a kind'),
  cursor: text('`next` of the page before'),
  page: text('Number of a page, from 1, in place of a cursor; in the order of relevance only'),
});
export type PartsQuery = Static<typeof PartsQuery>;

const Money = (description: string) => Type.String({ description: `${description}, two decimals, roubles` });

export const Take = Type.Object({
  positionId: Type.Integer(),
  stock: Type.String({ description: 'The public name of the warehouse' }),
  name: OfferedPosition.properties.name,
  marks: OfferedPosition.properties.marks,
  alias: Type.String(),
  amount: Type.Integer({ description: 'Pieces' }),
  inStock: Type.Integer({ description: 'So many of them are there; the others are to be ordered' }),
  price: Nullable(Money('Of one; null where there is none')),
});
export type Take = Static<typeof Take>;

/** A part that a line of a list may mean, and how to get as many as are wanted. */
export const ListPart = Type.Intersect([
  Part,
  Type.Object({
    takes: Type.Array(Take, {
      description:
        'Offers of the main group, the cheapest in stock first, until there is enough; none of a special one',
    }),
    sum: Money('Of what has a price'),
    unpriced: Type.Integer({ description: 'Pieces without a price' }),
    short: Type.Integer({ description: 'Pieces that are in stock nowhere' }),
  }),
]);
export type ListPart = Static<typeof ListPart>;

export const ListReading = Type.Object({
  article: Type.String(),
  amount: Type.Integer(),
  problem: Nullable(
    Type.Enum([...AMOUNT_PROBLEMS], {
      description: 'Why what stands in the place of the quantity is none; one piece is counted then',
    }),
  ),
  maker: Type.String({ description: 'A word of the line by which one of several makers is chosen' }),
  by: OneOf(['article', 'words'], { description: 'What its parts are found by; by words they are to be looked at' }),
  parts: Type.Array(ListPart, { description: 'Those of that maker first, then those in stock' }),
});
export type ListReading = Static<typeof ListReading>;

export const ListLineAnswer = Type.Object({
  line: Type.Integer({ description: 'Place among the lines that are not blank, from 0' }),
  text: Type.String({ description: 'As sent' }),
  readings: Type.Array(ListReading, {
    description: 'Two where a number at the end may be a quantity or a part of the article',
  }),
  chosen: Type.Integer({ description: 'Which of them, from 0: the first that finds something' }),
  near: Type.Array(Type.String(), { description: 'Where nothing was found: articles that one slip makes of it' }),
});
export type ListLineAnswer = Static<typeof ListLineAnswer>;

export const ListTotals = Type.Object({
  found: Type.Integer({ description: 'Lines' }),
  missing: Type.Integer({ description: 'Lines' }),
  pieces: Type.Integer({ description: 'Of all found lines together' }),
  sum: Money('Of all that has a price'),
  inStockSum: Money('Of what is in stock and has a price'),
  short: Type.Integer({ description: 'Lines of which too few are in stock' }),
  unpriced: Type.Integer({ description: 'Lines with pieces that have no price' }),
  open: Type.Integer({ description: 'Found lines of which nothing is taken before it is chosen' }),
});
export type ListTotals = Static<typeof ListTotals>;

/** POST /search/list/parts: the lines in their order. */
export const ListPartsAnswer = Type.Object({
  lines: Type.Array(ListLineAnswer),
  totals: ListTotals,
  headings: Type.Integer({ description: 'Lines of headings, which were left out' }),
  ignored: Type.Integer({ description: 'Lines over the limit' }),
});
export type ListPartsAnswer = Static<typeof ListPartsAnswer>;

/** POST /search/list/file: a file as the lines of a list. */
export const ListFileAnswer = Type.Object({
  lines: Type.Array(Type.String()),
  rows: Type.Integer({ description: 'Rows with an article that were read' }),
  hasMore: Type.Boolean({ description: 'There are rows behind those that were read' }),
  sheet: Type.String({ description: 'Title of the sheet, empty for a text' }),
});
export type ListFileAnswer = Static<typeof ListFileAnswer>;
