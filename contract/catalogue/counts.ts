import Type, { type Static } from 'typebox';
import { Nullable } from '../answers.ts';

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
});
export type RunCounts = Static<typeof RunCounts>;

/** The counts of a run that does nothing. */
export const NO_COUNTS: RunCounts = {
  created: 0,
  priceUp: 0,
  priceDown: 0,
  priceGone: 0,
  stockChanged: 0,
  termsChanged: 0,
  unchanged: 0,
  repeated: 0,
  skipped: 0,
  failed: 0,
  clashing: 0,
};

/** What became of the rows of one of several sheets. */
export const SheetCounts = Type.Object({
  name: Type.String(),
  applied: Type.Integer({ description: 'Rows that name a position' }),
  skipped: Type.Integer(),
  failed: Type.Integer(),
});
export type SheetCounts = Static<typeof SheetCounts>;

/** Equal errors of many rows. */
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
