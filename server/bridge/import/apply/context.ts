import type { Candidate } from '../rules/row.ts';
import type { ImportSettings, SheetMapping } from '../settings.ts';
import type { WaitingRows } from '../store/waiting-rows.ts';
import type { ArticleSample } from './article-sample.ts';
import type { Headings } from './headings.ts';
import type { Ledger } from './ledger.ts';
import type { Tally } from './tally.ts';
import type { UnclearRows } from './unclear-rows.ts';

/** What applying rows needs to know. */
export interface ApplyContext {
  readonly ledger: Ledger;
  readonly brandTitle: (brandId: number) => string;
  readonly settings: ImportSettings;
  readonly tally: Tally;
  /** Today in the shop's time zone, days since the epoch. */
  readonly today: number;
  /** First price day that still counts. */
  readonly liveDay: number;
  /**
   * Rows that wait: for the end of the file, for what it says of manufacturers; for the end of their sheet, for what it
   * says of the signs in its numbers and of headings with a number.
   */
  readonly waiting: WaitingRows<Candidate>;
  readonly headings: Headings;
  readonly unclear: UnclearRows;
  /** Article keys for which a row named a manufacturer without changing a position. */
  readonly unapplied: Set<string>;
  /** Article keys of rows that were not applied: their positions are not missing from the file. */
  readonly mentioned: Set<string>;
  /** Some articles of the file, to tell whose list it is. */
  readonly articles: ArticleSample;
  readonly seen: {
    /** An expired price was confirmed: visitors see it again, though nothing in it has changed. */
    revived: boolean;
  };
  /** The same run on one of its sheets, of which no row has been applied yet. */
  readonly onSheet: (mapping: SheetMapping) => ApplyContext;
}
