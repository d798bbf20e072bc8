import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';
import { ErrorGroup, RunCounts, SheetCounts } from './counts.ts';
import { UploadDoubt } from './positions.ts';
import { SOURCE_KINDS } from './source-kinds.ts';

/** What changed the catalogue: a price list, a list of crosses, the undoing of a run, somebody by hand. */
export const RunKind = Type.Union([
  Type.Literal('file'),
  Type.Literal('crosses'),
  Type.Literal('undo'),
  Type.Literal('hand'),
]);
export type RunKind = Static<typeof RunKind>;

/** How a run was begun: by the upload page, by another client, or by what brings price lists by itself. */
const RUN_SOURCES = ['page', 'call', 'command', ...SOURCE_KINDS, 'exchange'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];
export const RunSource = Type.Unsafe<RunSource>(Type.Union(RUN_SOURCES.map((source) => Type.Literal(source))));

/** A position as it is and as it will be. */
export const PlannedChange = Type.Object({
  row: Type.Integer({ description: 'Sheet row' }),
  sheet: Type.Optional(Type.String({ description: 'Title of the sheet, where several are read' })),
  positionId: Nullable(Type.Integer()),
  article: Type.String(),
  title: Type.String(),
  priceBefore: Nullable(Type.String({ description: 'Roubles, two decimals; null for a new position' })),
  price: Type.String(),
  amountBefore: Nullable(Type.Number()),
  amount: Type.Number(),
});
export type PlannedChange = Static<typeof PlannedChange>;

/** POST /file/upload with dryRun=1: what the file would do; nothing was written. */
export const DryRunAnswer = Type.Object({
  dryRun: Type.Literal(true),
  counts: RunCounts,
  suspicions: Type.Array(UploadDoubt, { description: 'Why somebody should look before it is applied' }),
  largest: Type.Array(PlannedChange, { description: 'The largest changes of prices, at most 20' }),
  samples: Type.Object({
    created: Type.Array(PlannedChange),
    priceUp: Type.Array(PlannedChange),
    priceDown: Type.Array(PlannedChange),
    stockChanged: Type.Array(PlannedChange),
  }),
  errorGroups: Type.Array(ErrorGroup),
  warningGroups: Type.Array(ErrorGroup),
  rows: Type.Integer({ description: 'Rows that were read' }),
  groups: Type.Integer({ description: 'Rows of them that are headings of groups of goods' }),
  sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
  missing: Type.Integer({
    description: 'Positions that would lose their stock or be removed, being absent from the file',
  }),
});
export type DryRunAnswer = Static<typeof DryRunAnswer>;

/** Where a run is or how it ended. */
export const RunOutcome = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
  Type.Literal('interrupted'),
]);
export type RunOutcome = Static<typeof RunOutcome>;

/** A run as lists show it. */
export const RunRow = Type.Object({
  id: Type.Integer(),
  kind: RunKind,
  source: RunSource,
  outcome: RunOutcome,
  fileName: Type.String(),
  fileBytes: Nullable(Type.Integer()),
  isFileKept: Type.Boolean({ description: 'The file can be downloaded' }),
  provider: Nullable(Type.Object({ id: Type.Integer(), title: Nullable(Type.String()) })),
  brand: Nullable(Type.Object({ id: Type.Integer(), title: Nullable(Type.String()) })),
  preset: Nullable(Type.Object({ id: Type.Integer(), name: Nullable(Type.String()) })),
  uid: Type.String({ description: 'Who began it; empty for the shop itself' }),
  who: Type.String({ description: 'The same as a name, as it was then' }),
  startedAt: Type.String(),
  endedAt: Nullable(Type.String()),
  counts: Nullable(RunCounts),
  doubtful: Type.Array(UploadDoubt),
  error: Nullable(Type.String({ description: 'Why it failed' })),
  undoes: Nullable(Type.Integer({ description: 'The run that this one takes back' })),
  undoneBy: Nullable(Type.Integer({ description: 'The run that took this one back' })),
  canUndo: Type.Boolean(),
  progress: Nullable(
    Type.Object({
      phase: Type.String(),
      percent: Nullable(Type.Integer()),
      rows: Type.Integer(),
      rowsPerSecond: Type.Integer(),
      secondsLeft: Nullable(Type.Integer()),
      ahead: Type.Integer({ description: 'Runs before it in the queue' }),
    }),
  ),
});
export type RunRow = Static<typeof RunRow>;

/** GET /import/runs: newest first. */
export const RunPage = Type.Object({
  runs: Type.Array(RunRow),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
});
export type RunPage = Static<typeof RunPage>;

/** GET /import/runs/{id}. */
export const RunAnswer = Type.Intersect([
  RunRow,
  Type.Object({
    settings: Type.Unknown({ description: 'How the file was read' }),
    errorGroups: Type.Array(ErrorGroup),
    warningGroups: Type.Array(ErrorGroup),
    sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
    errorCount: Type.Integer({
      description: 'Row errors, and rows passed over, that the workbook of errors holds',
    }),
    isMailed: Type.Boolean({ description: 'The caller gets a mail when it has ended' }),
  }),
]);
export type RunAnswer = Static<typeof RunAnswer>;

/** One changed position of a run: the told columns that differ, by the names of the table; null before: created. */
export const RunChange = Type.Object({
  positionId: Type.Integer(),
  article: Type.String(),
  title: Type.String(),
  before: Nullable(Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()])))),
  after: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()]))),
});
export type RunChange = Static<typeof RunChange>;

/** GET /import/runs/{id}/changes. */
export const RunChangesPage = Type.Object({
  changes: Type.Array(RunChange),
  next: Nullable(Type.String()),
  total: Type.Integer(),
});
export type RunChangesPage = Static<typeof RunChangesPage>;

/** POST /import/runs/{id}/undo: what was or would be restored, and what somebody has changed since and therefore stays. */
export const UndoAnswer = Type.Object({
  dryRun: Type.Boolean(),
  runId: Nullable(Type.Integer({ description: 'The run that took it back; null for a dry run' })),
  restored: Type.Integer(),
  removed: Type.Integer({ description: 'Positions that the run had created and that are gone now' }),
  crossesRestored: Type.Integer({ description: 'Crosses that count again, one for each direction' }),
  crossesRemoved: Type.Integer({
    description: 'The same of those that the run had said and that are gone now',
  }),
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

/** A saved form of a provider: the fields of the upload as text, and the header of the file that it was made from. */
export const Preset = Type.Object({
  id: Type.Integer(),
  providerId: Type.Integer(),
  name: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
  headers: Type.Array(Type.String()),
  updatedAt: Type.String(),
});
export type Preset = Static<typeof Preset>;

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
