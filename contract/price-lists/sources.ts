// What the API answers about sources (places from which price lists are fetched by themselves) and the files that they
// brought.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { RunCounts, UploadDoubt } from '../catalogue/runs.ts';
import { KINDS_OF_SOURCES, SOURCE_KINDS, type SourceSettings } from '../catalogue/source-kinds.ts';

const Kind = OneOf(SOURCE_KINDS);
const Settings = Type.Unsafe<SourceSettings>(
  Type.Union(Object.values(KINDS_OF_SOURCES).map(({ settings }) => Type.Object(settings))),
);

/** Within these a received file is applied without a decision. */
export const SourceLimits = Type.Object({
  failedShare: Type.Number({ description: 'Most rows with errors, 0 to 1 of all' }),
  priceFactor: Type.Number({ description: 'Most that a price may move: 3 is to a third or to the threefold' }),
  skippedShare: Type.Number({ description: 'Most rows that are skipped, 0 to 1 of all' }),
});
export type SourceLimits = Static<typeof SourceLimits>;

/** A source as its list shows it, without its secret. */
export const ImportSource = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  title: Type.String(),
  providerId: Type.Integer(),
  brandId: Type.Integer(),
  presetId: Nullable(Type.Integer()),
  settings: Settings,
  hasSecret: Type.Boolean(),
  limits: SourceLimits,
  everyMinutes: Type.Integer(),
  quietDays: Type.Integer({ description: 'Days without a price list after which it is told; 0: never' }),
  isEnabled: Type.Boolean(),
  isChecking: Type.Boolean(),
  isQuiet: Type.Boolean({ description: 'No price list for longer than quietDays' }),
  checkedAt: Nullable(Type.String()),
  problem: Nullable(Type.String({ description: 'Why the last check failed, in Russian' })),
  arrivedAt: Nullable(Type.String()),
  ignored: Type.Integer({ description: 'Mails of nobody that were passed over' }),
});
export type ImportSource = Static<typeof ImportSource>;
export const ImportSources = Type.Object({ sources: Type.Array(ImportSource) });
export type ImportSources = Static<typeof ImportSources>;

/** What became of a price list that came by itself. */
export const ARRIVAL_STATES = ['applied', 'held', 'failed', 'ignored'] as const;
export const ArrivalState = OneOf(ARRIVAL_STATES);
export type ArrivalState = (typeof ARRIVAL_STATES)[number];

export const ArrivalPlan = Type.Object({
  counts: RunCounts,
  suspicions: Type.Array(UploadDoubt),
  rows: Type.Integer(),
  digest: Type.Optional(Type.String({ description: 'Stands for what it would do; of older checks absent' })),
});
export type ArrivalPlan = Static<typeof ArrivalPlan>;

export const Arrival = Type.Object({
  id: Type.Integer(),
  sourceId: Type.Integer(),
  sourceTitle: Type.String(),
  fileName: Type.String(),
  bytes: Type.Integer(),
  at: Type.String(),
  state: ArrivalState,
  runId: Nullable(Type.Integer()),
  isUndone: Type.Boolean({ description: 'Its run was taken back afterwards' }),
  plan: Nullable(ArrivalPlan),
  reason: Nullable(
    Type.String({ description: 'Why it was held, failed or ignored, or what is doubtful of its run, in Russian' }),
  ),
});
export type Arrival = Static<typeof Arrival>;
export const ArrivalPage = Type.Object({ arrivals: Type.Array(Arrival), next: Nullable(Type.String()) });
export type ArrivalPage = Static<typeof ArrivalPage>;
