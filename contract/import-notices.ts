import Type, { type Static } from 'typebox';
import { RunOutcome } from './import-runs.ts';

/** A run that ended and of which whoever began it wanted to hear. */
export const EndedRun = Type.Object({
  id: Type.Integer(),
  fileName: Type.String(),
  outcome: RunOutcome,
});
export type EndedRun = Static<typeof EndedRun>;

/** GET /import/notices: what of the import waits for somebody's attention. */
export const ImportNotices = Type.Object({
  held: Type.Integer({ description: 'Price lists that wait for a decision' }),
  quiet: Type.Integer({ description: 'Sources without a price list for longer than they may' }),
  ended: Type.Array(EndedRun, { description: 'Runs of the caller that ended and were not looked at since' }),
});
export type ImportNotices = Static<typeof ImportNotices>;
