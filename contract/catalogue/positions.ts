import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { RunCounts, SheetCounts } from './counts.ts';

/** A position as search rows and cards show it. Price and sizes are two-decimal strings, price in roubles. */
export const Position = Type.Object({
  id: Type.Integer(),
  createdAt: Type.String(),
  brandId: Type.Integer(),
  brantTitle: Type.String({ description: 'Title of the brand; the spelling is part of the API' }),
  providerId: Type.Integer(),
  stock: Type.String({ description: 'Склад № <providerId>' }),
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
export const Match = Type.Union([Type.Literal('exact'), Type.Literal('similar'), Type.Literal('words')]);
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

/** What was read otherwise than it was typed, because that found nothing. */
export const SearchNote = Type.Object({
  kind: Type.Union(
    [
      Type.Literal('layout'),
      Type.Literal('sound'),
      Type.Literal('meaning'),
      Type.Literal('typing'),
      Type.Literal('stop'),
      Type.Literal('dropped'),
      Type.Literal('near'),
    ],
    {
      description:
        'The other keyboard layout; an article by sound; a word of the dictionary; a typing error; a word that says ' +
        'nothing, left out; a word that finds nothing beside the others, left out; an article that differs by one character',
    },
  ),
  text: Type.String({ description: 'As typed' }),
  means: Type.Optional(Type.String({ description: 'What it is read as; absent where it is left out' })),
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

/** A brand or a provider. */
export const ReferenceRow = Type.Object({ id: Type.Integer(), title: Type.String() });
export type ReferenceRow = Static<typeof ReferenceRow>;

/** One remark about a row of an uploaded price list. */
export const RowReport = Type.Object({
  row: Type.Integer({ description: 'Sheet row, from 1; 0 for the file as a whole' }),
  sheet: Type.Optional(Type.String({ description: 'Title of the sheet, where several are read' })),
  column: Nullable(Type.String({ description: 'Column letter' })),
  code: Type.String(),
  message: Type.String({ description: 'For a person, in Russian' }),
  text: Type.String({ description: 'The cell as read' }),
});
export type RowReport = Static<typeof RowReport>;

/** Encodings in which a text is read, by their names at https://encoding.spec.whatwg.org. */
export const TextEncoding = Type.Union([
  Type.Literal('utf-8'),
  Type.Literal('utf-16le'),
  Type.Literal('utf-16be'),
  Type.Literal('windows-1251'),
  Type.Literal('ibm866'),
  Type.Literal('koi8-r'),
]);
export type TextEncoding = Static<typeof TextEncoding>;

/** Why the result of an upload should be looked at before it is taken for a success. */
export const UploadDoubt = Type.Object({
  kind: Type.Union([
    Type.Literal('nothing-applied'),
    Type.Literal('mostly-failed'),
    Type.Literal('prices-missing'),
    Type.Literal('prices-gone'),
    Type.Literal('prices-moved'),
    Type.Literal('prices-shifted'),
    Type.Literal('columns-shifted'),
    Type.Literal('column-unlike'),
    Type.Literal('rows-above'),
    Type.Literal('header-changed'),
    Type.Literal('other-provider'),
    Type.Literal('mostly-missing'),
  ]),
  text: Type.String({ description: 'For a person, in Russian' }),
});
export type UploadDoubt = Static<typeof UploadDoubt>;

export const UploadAnswer = Type.Object({
  message: Type.String(),
  runId: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  duplicates: Type.Integer(),
  skipped: Type.Integer(),
  groups: Type.Integer(),
  failed: Type.Integer(),
  counts: Type.Optional(RunCounts),
  missing: Type.Optional(
    Type.Integer({
      description: 'Positions that lost their stock or were removed, being absent from the file',
    }),
  ),
  doubtful: Type.Array(UploadDoubt, { description: 'Empty when the run looks like a success' }),
  errors: Type.Array(RowReport),
  warnings: Type.Array(RowReport),
  encoding: Type.Optional(TextEncoding),
  sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
});
export type UploadAnswer = Static<typeof UploadAnswer>;

/** One event of the progress stream of an upload. */
export const UploadProgress = Type.Object({
  phase: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('receiving'),
    Type.Literal('queued'),
    Type.Literal('reading'),
    Type.Literal('committing'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  bytes: Type.Integer(),
  rows: Type.Integer(),
  rowsPerSecond: Type.Integer(),
  percent: Nullable(Type.Integer()),
  secondsLeft: Type.Optional(Nullable(Type.Integer())),
  ahead: Type.Optional(Type.Integer({ description: 'Runs before this one in the queue' })),
  error: Type.Optional(Type.String()),
  result: Type.Optional(UploadAnswer),
});
export type UploadProgress = Static<typeof UploadProgress>;

/** On what terms a position is sold; null where nobody has said, or so long ago that its price does not count either. */
export const OfferTerms = Type.Object({
  deliveryDays: Nullable(Type.Integer({ description: 'Days until it can be had; 0: at once' })),
  leastAmount: Nullable(Type.Integer({ description: 'The least quantity of an order, in pieces' })),
});
export type OfferTerms = Static<typeof OfferTerms>;

/** A position with its terms of sale. */
export const OfferedPosition = Type.Object({ ...Position.properties, ...OfferTerms.properties });
export type OfferedPosition = Static<typeof OfferedPosition>;
