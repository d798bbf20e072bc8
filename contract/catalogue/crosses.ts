// What the API answers about crosses («this article replaces that one»): of one part, and of an uploaded file of them.
import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { ErrorGroup, RunCounts } from './runs.ts';
import { CROSS_WAYS } from './words.ts';

export const SaidCross = Type.Object({
  id: Type.Integer({ description: 'DELETE /crosses/{id} takes it away, in both directions' }),
  way: Type.Enum([...CROSS_WAYS], {
    description: '`replaces`: the part replaces the article; `replaced`: the article replaces the part; `both`',
  }),
  article: Type.String({ description: 'The other article' }),
  maker: Nullable(Type.String({ description: 'Its maker; null for any' })),
  run: Nullable(
    Type.Object(
      { id: Type.Integer(), fileName: Type.String() },
      { description: 'The run whose file said so; null: somebody said it by hand' },
    ),
  ),
  who: Type.String(),
  savedAt: Type.String({ description: 'ISO 8601, UTC' }),
});
export type SaidCross = Static<typeof SaidCross>;

/** GET /crosses: what was said of a part, in either direction, the oldest first. */
export const SaidCrosses = Type.Object({
  article: Type.String(),
  maker: Nullable(Type.String()),
  crosses: Type.Array(SaidCross),
  isCut: Type.Boolean({ description: 'There are more than are told' }),
});
export type SaidCrosses = Static<typeof SaidCrosses>;

export const PlannedCross = Type.Object({
  row: Type.Integer({ description: 'Sheet row' }),
  article: Type.String(),
  maker: Type.String(),
  crossArticle: Type.String(),
  crossMaker: Type.String(),
});
export type PlannedCross = Static<typeof PlannedCross>;

/** POST /crosses/upload: what the file said, or with dryRun=1 would say. */
export const CrossUploadAnswer = Type.Object({
  dryRun: Type.Boolean(),
  runId: Nullable(Type.Integer({ description: 'Null for a dry run' })),
  rows: Type.Integer({ description: 'Rows that were read' }),
  counts: RunCounts,
  samples: Type.Array(PlannedCross, { description: 'The first crosses that are new, at most 20' }),
  errorGroups: Type.Array(ErrorGroup),
  warningGroups: Type.Array(ErrorGroup),
});
export type CrossUploadAnswer = Static<typeof CrossUploadAnswer>;
