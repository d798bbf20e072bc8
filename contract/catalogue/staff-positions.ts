// What the API answers to staff about positions (offers of suppliers): also hidden ones, and the changes of each.
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { POSITION_IDS_MAX } from '../limits.ts';
import { type ColumnsWith, columnsWith, type Imported, labelWithUnit, POSITION_COLUMNS } from './columns.ts';
import { RunKind } from './runs.ts';
import { SHOWN_FILTERS } from './words.ts';

/** Which positions of the catalogue, as the address says it; what is empty is as not given. */
export const PositionFilterQuery = Type.Object({
  query: Type.Optional(Type.String({ description: 'A part of an article, a code or a title' })),
  brandId: Type.Optional(Type.String()),
  providerId: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String({ description: 'Those that this run changed' })),
  withoutPrice: Type.Optional(Type.String({ description: '1: without a price, or with one that has expired' })),
  withoutPhoto: Type.Optional(Type.String({ description: '1: without a photo' })),
  olderThanDays: Type.Optional(Type.String({ description: 'Whose price was last confirmed more days ago' })),
  shown: Type.Optional(Type.String({ description: `${SHOWN_FILTERS.join(', ')}; shown by default` })),
});
export type PositionFilterQuery = Static<typeof PositionFilterQuery>;

/** Decimals are texts: exact. */
type ImportedField<As extends Imported['as']> = As extends 'price' | 'size'
  ? Type.TString
  : As extends 'amount'
    ? Type.TNumber
    : As extends 'delivery' | 'lot'
      ? ReturnType<typeof Nullable<Type.TInteger>>
      : Type.TString;

function importedField(name: ColumnsWith<'imported'>) {
  const { imported } = POSITION_COLUMNS[name];
  const description = labelWithUnit(name);
  if (imported.as === 'amount') return Type.Number({ description });
  if (imported.as === 'delivery' || imported.as === 'lot') return Nullable(Type.Integer({ description }));
  const isDecimal = imported.as === 'price' || imported.as === 'size';
  return Type.String({ description: isDecimal ? `${description}, two decimals` : description });
}

const imported = Object.fromEntries(columnsWith('imported').map((name) => [name, importedField(name)])) as unknown as {
  [Name in ColumnsWith<'imported'>]: ImportedField<(typeof POSITION_COLUMNS)[Name]['imported']['as']>;
};

/** A position as staff see it: with the price that is stored, expired or not. */
export const StaffPosition = Type.Object({
  id: Type.Integer(),
  ...imported,
  brandId: Type.Integer(),
  brandTitle: Type.String(),
  providerId: Type.Integer(),
  providerTitle: Type.String(),
  photo: Nullable(Type.String()),
  alias: Type.String(),
  hidden: Type.Integer({ description: '0 shown, 1 hidden by hand, 2 removed' }),
  priceDay: Type.String({ description: 'When the price was last confirmed, YYYY-MM-DD' }),
  isExpired: Type.Boolean({ description: 'Visitors see neither price nor amount' }),
});
export type StaffPosition = Static<typeof StaffPosition>;

/** GET /positions: the newest first. */
export const StaffPositionPage = Type.Object({
  positions: Type.Array(StaffPosition),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
  total: Type.Integer({ description: 'First page only, else 0' }),
  totalIsBound: Type.Boolean({ description: 'There are more than `total`' }),
});
export type StaffPositionPage = Static<typeof StaffPositionPage>;

/** PATCH /positions/{id}: the position as it is now, and the run by which it changed; null where nothing did. */
export const EditedPosition = Type.Object({ position: StaffPosition, runId: Nullable(Type.Integer()) });
export type EditedPosition = Static<typeof EditedPosition>;

export const ShowAnswer = Type.Object({
  runId: Nullable(Type.Integer({ description: 'The run that it was; null where nothing changed' })),
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'Positions that were so already, or are gone' }),
});
export type ShowAnswer = Static<typeof ShowAnswer>;

const StatedFields = Type.Object({
  price: Type.String({ description: 'Roubles, two decimals' }),
  amount: Type.Number(),
  brandId: Type.Integer(),
  providerId: Type.Integer(),
});

/** POST /positions/change: what became of the chosen positions, or with `dryRun` what would. */
export const BulkAnswer = Type.Intersect([
  ShowAnswer,
  Type.Object({
    refused: Type.Integer({ description: 'Positions that the new brand or provider has already; they stay' }),
    samples: Type.Array(
      Type.Object({
        id: Type.Integer(),
        article: Type.String(),
        title: Type.String(),
        before: StatedFields,
        after: StatedFields,
      }),
      { description: 'The first changed ones' },
    ),
  }),
]);
export type BulkAnswer = Static<typeof BulkAnswer>;

/** Which positions an action is for: these ids, or all that a filter finds if they are as many as the user was shown. */
export interface ChosenPositions {
  readonly ids?: readonly number[];
  readonly filter?: PositionFilterQuery;
  readonly expected?: number;
}

/** What one run changed in a position; price and amount are what they came to. */
export const PositionChange = Type.Object({
  runId: Type.Integer(),
  kind: RunKind,
  at: Type.String(),
  fileName: Type.String(),
  undoes: Nullable(Type.Integer()),
  isCreated: Type.Boolean(),
  changed: Type.Array(Type.String(), { description: 'Names of columns' }),
  price: Type.String(),
  priceBefore: Nullable(Type.String()),
  amount: Type.Number(),
  amountBefore: Nullable(Type.Number()),
});
export type PositionChange = Static<typeof PositionChange>;

/** GET /positions/{id}/history: the newest first. */
export const PositionHistory = Type.Object({ changes: Type.Array(PositionChange) });
export type PositionHistory = Static<typeof PositionHistory>;

/** What an action takes at most when it names positions one by one. */
export const IDS_DESCRIPTION = `Ids of positions, at most ${POSITION_IDS_MAX}`;
