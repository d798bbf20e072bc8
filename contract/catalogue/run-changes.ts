// What one run (an import of a price list, an undo, a correction by hand) changed in positions, and what its undoing
// restores.
import type { Static } from 'typebox';
import Type from 'typebox';
import { Nullable } from '../answers.ts';

/** One changed position of a run: the recorded columns that differ, by the names of the table; null before: created. */
export const RunChange = Type.Object({
  positionId: Type.Integer(),
  article: Type.String(),
  title: Type.String(),
  before: Nullable(Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()])))),
  after: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()]))),
});
export type RunChange = Static<typeof RunChange>;

export const RunChangesPage = Type.Object({
  changes: Type.Array(RunChange),
  next: Nullable(Type.String()),
  total: Type.Integer(),
});
export type RunChangesPage = Static<typeof RunChangesPage>;

/** POST /import/runs/{id}/undo: what was or would be restored, and what stays because it was changed since. */
export const UndoAnswer = Type.Object({
  dryRun: Type.Boolean(),
  runId: Nullable(Type.Integer({ description: 'The run that took it back; null for a dry run' })),
  restored: Type.Integer(),
  removed: Type.Integer({ description: 'Positions that the run had created and that are gone now' }),
  crossesRestored: Type.Integer({ description: 'Crosses that count again, one for each direction' }),
  crossesRemoved: Type.Integer({ description: 'The same of those that the run had said and that are gone now' }),
  kept: Type.Integer({ description: 'Positions that were changed since and are left alone' }),
  keptPositions: Type.Array(
    Type.Object({
      positionId: Type.Integer(),
      article: Type.String(),
      title: Type.String(),
      changedBy: Nullable(Type.Integer({ description: 'The last run that changed it since' })),
      reason: Type.String({ description: 'For a person, in Russian' }),
    }),
    { description: 'At most 1,000 of them' },
  ),
});
export type UndoAnswer = Static<typeof UndoAnswer>;
