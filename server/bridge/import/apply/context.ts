import type { Candidate } from '../rules/row.ts';
import type { ImportSettings } from '../settings.ts';
import type { WaitingRows } from '../store/waiting-rows.ts';
import type { FlushContext } from './flush.ts';
import type { Tally } from './tally.ts';
import type { UnclearRows } from './unclear-rows.ts';

/** What applying rows needs to know beyond the tables. */
export interface ApplyContext extends FlushContext {
  readonly settings: ImportSettings;
  readonly tally: Tally;
  /** Today in the shop's time zone, days since the epoch. */
  readonly today: number;
  /** First price day that still counts. */
  readonly liveDay: number;
  /** Rows that wait for the end of the file: for what it says of manufacturers, and of the signs in its numbers. */
  readonly waiting: WaitingRows<Candidate>;
  readonly unclear: UnclearRows;
  /** Article keys for which a row named a manufacturer without changing a position. */
  readonly unapplied: Set<string>;
  /** Sheet row that last named a position, by position id. */
  readonly named: Map<number, number>;
  /** An expired price was confirmed: visitors see it again, though nothing in it has changed. */
  revived: boolean;
}
