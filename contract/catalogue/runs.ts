// What the API answers about runs (an import of a price list, an undo, a correction by hand): counts, errors, doubts,
// progress, history; and presets (saved layouts of price lists).
import type { Static } from 'typebox';
import Type from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { UNREAD_TITLES_MAX, UNREAD_WORDS_MAX } from '../limits.ts';
import { SOURCE_KINDS } from './source-kinds.ts';

/** What a run does or did to positions and rows; a position may count under several names. */
export const RunCounts = Type.Object({
  created: Type.Integer({ description: 'Positions that are new' }),
  priceUp: Type.Integer(),
  priceDown: Type.Integer({ description: 'Positions whose price falls and stays one' }),
  priceGone: Type.Integer({ description: 'Positions that had a price and have none any more' }),
  stockChanged: Type.Integer(),
  termsChanged: Type.Integer({ description: 'Positions with another time of delivery or least quantity' }),
  unchanged: Type.Integer({ description: 'Positions that the file names and that stay as they are' }),
  repeated: Type.Integer({ description: 'Rows that mean the position of an earlier row' }),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  clashing: Type.Integer({ description: 'Rows that mean the position of an earlier row under other words' }),
  hidden: Type.Integer({ description: 'Positions that visitors see no more' }),
});
export type RunCounts = Static<typeof RunCounts>;

export const NO_COUNTS = Object.fromEntries(Object.keys(RunCounts.properties).map((name) => [name, 0])) as RunCounts;

export const SheetCounts = Type.Object({
  name: Type.String(),
  applied: Type.Integer({ description: 'Rows that name a position' }),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  isLeftOut: Type.Optional(
    Type.Boolean({ description: 'It reads badly: none of its rows was read; `take` of its entry takes it in' }),
  ),
});
export type SheetCounts = Static<typeof SheetCounts>;

export const ErrorGroup = Type.Object({
  code: Type.String(),
  message: Type.String({ description: 'For a person, in Russian' }),
  column: Nullable(Type.String({ description: 'Column letter' })),
  sheet: Type.Optional(Type.String({ description: 'Title of the sheet, where several are read' })),
  count: Type.Integer(),
  rows: Type.String({ description: 'Sheet rows as ranges: «5–12, 40»; cut after the first ranges' }),
  text: Type.String({ description: 'The first such cell as read' }),
});
export type ErrorGroup = Static<typeof ErrorGroup>;

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
export const TextEncoding = OneOf(['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'ibm866', 'koi8-r']);
export type TextEncoding = Static<typeof TextEncoding>;

/** A word in place of a number of pieces in a stock column. */
export const ReadStockWord = Type.Object({
  word: Type.String({ description: 'As the field `stockWords` of an upload names it' }),
  rows: Type.Integer(),
  amount: Type.Number({ description: 'Pieces that it was taken for' }),
  isKnown: Type.Boolean({ description: 'The shop knows the word, or `stockWords` says what it means' }),
});
export type ReadStockWord = Static<typeof ReadStockWord>;

/** Why the result of an upload should be looked at before it is taken for a success. */
export const UploadDoubt = Type.Object({
  kind: OneOf([
    'nothing-applied',
    'mostly-failed',
    'no-price-column',
    'prices-missing',
    'prices-gone',
    'prices-moved',
    'prices-shifted',
    'columns-shifted',
    'rows-wider',
    'text-garbled',
    'column-unlike',
    'rows-above',
    'price-unit',
    'header-changed',
    'preset-unused',
    'own-rows-new',
    'other-provider',
    'mostly-missing',
    'rows-collapse',
    'stock-words',
    'sheets-left-out',
    'exchange-partly',
    'older-list',
  ]),
  text: Type.String({ description: 'For a person, in Russian' }),
});
export type UploadDoubt = Static<typeof UploadDoubt>;

const IsConfirmed = Type.Boolean({ description: 'A person had confirmed the doubts before the run was applied' });

export const UploadAnswer = Type.Object({
  message: Type.String(),
  runId: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  duplicates: Type.Integer(),
  skipped: Type.Integer(),
  groups: Type.Integer(),
  totals: Type.Optional(Type.Integer({ description: 'Rows that sum up others' })),
  failed: Type.Integer(),
  counts: Type.Optional(RunCounts),
  missing: Type.Optional(
    Type.Integer({ description: 'Positions that lost their stock or were removed, being absent from the file' }),
  ),
  doubtful: Type.Array(UploadDoubt, { description: 'Empty when the run looks like a success' }),
  isConfirmed: Type.Optional(IsConfirmed),
  errors: Type.Array(RowReport),
  warnings: Type.Array(RowReport),
  encoding: Type.Optional(TextEncoding),
  sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
});
export type UploadAnswer = Static<typeof UploadAnswer>;

/** One event of the progress stream of an upload. */
export const UploadProgress = Type.Object({
  phase: OneOf(['waiting', 'receiving', 'queued', 'reading', 'committing', 'done', 'failed']),
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

/** What changed the catalogue: a price list, a list of crosses, the undoing of a run, an edit by hand. */
export const RunKind = OneOf(['file', 'crosses', 'undo', 'hand']);
export type RunKind = Static<typeof RunKind>;

/** How a run was begun: by the upload page, another client, a command, a source of price lists or the exchange. */
const RUN_SOURCES = ['page', 'call', 'command', ...SOURCE_KINDS, 'exchange'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];
export const RunSource = OneOf(RUN_SOURCES);

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
  clashes: Type.Array(RowReport, {
    description: 'The first rows that mean the position of an earlier row under other words; each names that row',
  }),
  rows: Type.Integer({ description: 'Rows that were read' }),
  groups: Type.Integer({ description: 'Rows of them that are headings of groups of goods' }),
  totals: Type.Integer({ description: 'Rows of them that sum up others' }),
  sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
  stockWords: Type.Array(ReadStockWord, { description: 'Unknown ones first, then the most frequent ones' }),
  missing: Type.Integer({
    description: 'Positions that would lose their stock or be removed, being absent from the file',
  }),
  digest: Type.String({
    description: 'Stands for what it would do; an upload that sends it as `seen` applies this and nothing else',
  }),
});
export type DryRunAnswer = Static<typeof DryRunAnswer>;

/** GET /import/runs/{id}/reading: what the titles of the list's provider and brand are read as now. */
export const TitleReading = Type.Object({
  titles: Type.Integer({ description: 'Shown positions that have a title' }),
  kinds: Type.Integer({ description: 'Those of them whose title says what the part is' }),
  machines: Type.Integer({ description: 'Those whose title names a machine' }),
  unread: Type.Integer({ description: `Titles without a kind whose words were counted, at most ${UNREAD_TITLES_MAX}` }),
  words: Type.Array(
    Type.Object({ word: Type.String(), count: Type.Integer({ description: 'How many of these titles it stands in' }) }),
    { description: `The commonest words of them that the reader does not know, at most ${UNREAD_WORDS_MAX}` },
  ),
});
export type TitleReading = Static<typeof TitleReading>;

/** Where a run is or how it ended. */
export const RunOutcome = OneOf(['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted']);
export type RunOutcome = Static<typeof RunOutcome>;

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
  isConfirmed: Type.Optional(IsConfirmed),
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
    form: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'The fields by which the file was read, those of its preset included; runs of older versions have none',
      }),
    ),
    errorGroups: Type.Array(ErrorGroup),
    warningGroups: Type.Array(ErrorGroup),
    sheets: Type.Optional(Type.Array(SheetCounts, { description: 'Where several sheets were read' })),
    errorCount: Type.Integer({ description: 'Row errors, and rows passed over, that the workbook of errors holds' }),
    isMailed: Type.Boolean({ description: 'The caller gets a mail when it has ended' }),
  }),
]);
export type RunAnswer = Static<typeof RunAnswer>;

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

/** A run that ended and whose user asked to be notified. */
export const EndedRun = Type.Object({ id: Type.Integer(), fileName: Type.String(), outcome: RunOutcome });
export type EndedRun = Static<typeof EndedRun>;

/** GET /import/notices: what needs the attention of staff. */
export const ImportNotices = Type.Object({
  held: Type.Integer({ description: 'Price lists that wait for a decision' }),
  quiet: Type.Integer({ description: 'Sources without a price list for longer than they may' }),
  ended: Type.Array(EndedRun, { description: 'Runs of the caller that ended and were not looked at since' }),
});
export type ImportNotices = Static<typeof ImportNotices>;
