// What the rows of one import share while they are applied: settings, counts, waiting rows, headings of groups,
// sampled articles.
import type { JobConnection } from '../../platform/database/jobs.ts';
import { type PackedRows, packRows, type SheetRow, unpackRows } from '../../platform/sheet-reader/messages.ts';
import * as rowRules from '../rules/row.ts';
import type { ImportSettings, SheetMapping } from '../settings/import-settings.ts';
import { ArticleSample, type StagedPositions } from './staged-positions.ts';
import type { Tally } from './tally.ts';
import { UnclearRows } from './unclear-rows.ts';
import { WAITING, WaitingRows } from './waiting-rows.ts';

/** What applying rows needs to know. */
export interface ApplyContext {
  readonly positions: StagedPositions;
  /** Titles of all brands by id. */
  readonly brands: ReadonlyMap<number, string>;
  readonly settings: ImportSettings;
  readonly tally: Tally;
  /** Today in the shop's time zone, days since the epoch. */
  readonly today: number;
  /** First price day that still counts. */
  readonly liveDay: number;
  /** Rows that wait for the end of the file (manufacturers) or sheet (signs in numbers, numbered headings). */
  readonly waiting: WaitingRows<rowRules.Candidate>;
  readonly headings: GroupHeadings;
  readonly unclear: UnclearRows;
  /** Article keys for which a row named a manufacturer without changing a position. */
  readonly unapplied: Set<string>;
  /** Article keys of rows that were not applied: their positions are not missing from the file. */
  readonly mentioned: Set<string>;
  /** A sample of the articles of the file, which shows whose list it is. */
  readonly articles: ArticleSample;
  readonly seen: {
    /** An expired price was confirmed: visitors see it again, though nothing in it has changed. */
    revived: boolean;
  };
  /** The same run on one of its sheets, of which no row has been applied yet. */
  readonly onSheet: (mapping: SheetMapping) => ApplyContext;
}

interface RunParts extends Pick<ApplyContext, 'positions' | 'settings' | 'tally' | 'today' | 'liveDay' | 'brands'> {
  readonly runId: number;
  /** Where rows wait for the end of the file. */
  readonly waitingIn: JobConnection;
}

/** The context of a run of which no row has been applied yet. */
export function newContext({ runId, waitingIn, ...parts }: RunParts): ApplyContext {
  const layoutOf = (settings: ImportSettings) => ({
    settings,
    headings: new GroupHeadings(new WaitingRows(waitingIn, runId, WAITING.headings), settings),
    unclear: new UnclearRows(new WaitingRows(waitingIn, runId, WAITING.digits), settings),
  });
  const context: ApplyContext = {
    ...parts,
    ...layoutOf(parts.settings),
    waiting: new WaitingRows(waitingIn, runId, WAITING.makers),
    unapplied: new Set(),
    mentioned: new Set(),
    articles: new ArticleSample(),
    seen: { revived: false },
    onSheet: (mapping) => ({ ...context, ...layoutOf({ ...parts.settings, ...mapping }) }),
  };
  return context;
}

/** Of the rows with a price, how many fill further columns in a list whose bare rows are headings. */
const WIDER_SHARE = 0.9;

/** Headings of groups: where they name manufacturers rows take the name along; elsewhere unclear ones wait. */
class GroupHeadings {
  readonly #waiting: WaitingRows<PackedRows>;
  readonly #rules: rowRules.RowRules;
  #heading = '';
  #priced = 0;
  #wider = 0;

  constructor(waiting: WaitingRows<PackedRows>, rules: rowRules.RowRules) {
    this.#waiting = waiting;
    this.#rules = rules;
  }

  /** The rows that are not put by, which must come in the order of the sheet. */
  async takeGoods(rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
    if (this.#rules.isMakerInHeadings) return rows.map((row) => this.#named(row));
    const bare = rows.filter((row) => this.#isBare(row));
    if (bare.length === 0) return rows;
    await this.#waiting.add(bare.map((row) => ({ key: '', maker: '', row: row.row, body: packRows([row]) })));
    const waits = new Set(bare);
    return rows.filter((row) => !waits.has(row));
  }

  /** The rows that were put by: those that are goods after all, and how many are headings. */
  async *settled(size: number): AsyncGenerator<{ goods: readonly SheetRow[]; groups: number }> {
    const areHeadings = this.#wider > 0 && this.#wider >= this.#priced * WIDER_SHARE;
    for await (const rows of this.#waiting.take(size))
      yield areHeadings ? { goods: [], groups: rows.length } : { goods: rows.flatMap(unpackRows), groups: 0 };
  }

  #named(row: SheetRow): SheetRow {
    if (rowRules.isBlankRow(row)) return row;
    if (!rowRules.isHeading(row, this.#rules)) return rowRules.underHeading(row, this.#heading);
    this.#heading = rowRules.groupName(row.cells, this.#rules) || this.#heading;
    return row;
  }

  #isBare(row: SheetRow): boolean {
    if (rowRules.isNumberedRow(row, this.#rules)) return true;
    const { price, amount } = this.#rules.columns;
    if (!row.cells.has(price ?? amount ?? 0)) return false;
    this.#priced += 1;
    if (row.filled !== undefined && row.filled > row.cells.size) this.#wider += 1;
    return false;
  }
}
