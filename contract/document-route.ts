import Type, { type Static } from 'typebox';
import { Nullable } from './nullable.ts';
import { STEP_MODES, type StepMode } from './route-modes.ts';

export const StepModeSchema = Type.Union(
  STEP_MODES.map((mode) => Type.Literal(mode)),
) as Type.TSchema as Type.TUnsafe<StepMode>;

/** Where a step of a document's route stands. */
const STEP_STATES = ['done', 'current', 'waiting', 'declined'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** The route of a document, which only documents of a template have. */
export const DocumentRoute = Type.Object({
  version: Type.Integer({ description: 'Of the template' }),
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      mode: StepModeSchema,
      days: Nullable(Type.Integer()),
      state: Type.Union(
        STEP_STATES.map((state) => Type.Literal(state)),
      ) as Type.TSchema as Type.TUnsafe<StepState>,
      people: Type.Array(Type.String(), { description: 'Uids among `acceptor`' }),
      dueAt: Nullable(Type.String({ description: 'ISO 8601, UTC; of the present step' })),
    }),
  ),
});
export type DocumentRoute = Static<typeof DocumentRoute>;
