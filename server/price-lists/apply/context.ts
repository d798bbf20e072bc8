import { columnsReadAs } from '../../../contract/catalogue/columns.ts';
import type { RowReport } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type Bulk, bulkOf, type JobConnection } from '../../platform/database/jobs.ts';
import type { SheetRow } from '../../platform/sheet-reader/messages.ts';
import { type Cell, type PackedRows, packRows, unpackRows } from '../../platform/sheet-reader/messages.ts';
import { createRemark } from '../rules/form-fields.ts';
import {
  type Candidate,
  groupName,
  isBlankRow,
  isHeading,
  isNumberedRow,
  type RowRules,
  underHeading,
} from '../rules/row.ts';
import type { ImportSettings, SheetMapping } from '../settings/import-settings.ts';
import { type StagedPosition, type StagedPositions, wasRemoved } from './staged-positions.ts';
import type { Tally } from './tally.ts';

/** What applying rows needs to know. */
export interface ApplyContext {
  readonly positions: StagedPositions;
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

/** What differs from run to run. */
interface RunParts extends Pick<ApplyContext, 'positions' | 'settings' | 'tally' | 'today' | 'liveDay' | 'brandTitle'> {
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

/** Articles that a batch adds at most, and all batches together: from everywhere in a long file, and soon asked about. */
const OF_BATCH = 200;
const ALL_MAX = 1_000;

/** Some of the articles of a file, and which of them its provider had before the run. */
export class ArticleSample {
  readonly #isOwn = new Map<string, boolean>();

  /** Takes some articles of a batch, with the positions of the provider and brand under each. */
  add(byKey: ReadonlyMap<string, readonly StagedPosition[]>): void {
    let left = Math.min(OF_BATCH, ALL_MAX - this.#isOwn.size);
    if (left <= 0) return;
    for (const [key, positions] of byKey) {
      if (this.#isOwn.has(key)) continue;
      this.#isOwn.set(key, positions.some(isOfBefore));
      left -= 1;
      if (left === 0) return;
    }
  }

  get keys(): readonly string[] {
    return [...this.#isOwn.keys()];
  }

  /** How many of them the provider had. */
  get own(): number {
    return [...this.#isOwn.values()].filter(Boolean).length;
  }
}

const isOfBefore = (held: StagedPosition): boolean => held.original !== null && !wasRemoved(held);

/** What rows wait for, which is also the order in which they are taken. */
const WAITING = { headings: 0, digits: 1, makers: 2 } as const;

/** A row that waits, with what orders it among the others: article key, key of the manufacturer, sheet row. */
export interface WaitingRow<Body> {
  readonly key: string;
  readonly maker: string;
  readonly row: number;
  readonly body: Body;
}

interface StoredRow {
  readonly key: string;
  readonly maker: string;
  readonly sheet_row: number;
  readonly body: string;
}

const FIRST = { key: '', maker: '', sheet_row: 0 };

/** Rows of a run that wait for the end of their file: in a table, for there may be as many as the file has rows. */
class WaitingRows<Body> {
  readonly #bulk: Bulk;
  readonly #runId: number;
  readonly #stage: number;
  #count = 0;

  constructor(connection: JobConnection, runId: number, stage: (typeof WAITING)[keyof typeof WAITING]) {
    this.#bulk = bulkOf(connection);
    this.#runId = runId;
    this.#stage = stage;
  }

  /** Puts rows by; what they hold must be JSON. */
  async add(rows: readonly WaitingRow<Body>[]): Promise<void> {
    this.#count += rows.length;
    await this.#bulk.insert(
      'import_waiting_rows',
      [
        { name: 'run_id', type: 'bigint' },
        { name: 'stage', type: 'bigint' },
        { name: 'key', type: 'text' },
        { name: 'maker', type: 'text' },
        { name: 'sheet_row', type: 'bigint' },
        { name: 'body', type: 'text' },
      ],
      rows.map(({ key, maker, row, body }) => [this.#runId, this.#stage, key, maker, row, JSON.stringify(body)]),
    );
  }

  /** All of them in their order, `size` at a time; afterwards none waits any more. */
  async *take(size: number): AsyncGenerator<Body[]> {
    if (this.#count === 0) return;
    let last: Omit<StoredRow, 'body'> = FIRST;
    for (;;) {
      const rows = await this.#bulk.query<StoredRow>(
        `SELECT key, maker, sheet_row, body FROM import_waiting_rows
         WHERE run_id = $1 AND stage = $2 AND (key, maker, sheet_row) > ($3, $4, $5)
         ORDER BY key, maker, sheet_row LIMIT $6`,
        [this.#runId, this.#stage, last.key, last.maker, last.sheet_row, size],
      );
      if (rows.length === 0) break;
      yield rows.map(({ body }) => JSON.parse(body) as Body);
      last = rows.at(-1) as StoredRow;
    }
    await this.#bulk.query('DELETE FROM import_waiting_rows WHERE run_id = $1 AND stage = $2', [
      this.#runId,
      this.#stage,
    ]);
    this.#count = 0;
  }
}

/** Of the rows with a price, how many fill further columns in a list whose bare rows are headings. */
const WIDER_SHARE = 0.9;

/**
 * Headings of groups. Where they name manufacturers, each row takes the name of the heading above it along. Elsewhere
 * rows of a number and a title wait for the end of the file: whether they are headings shows in the other rows.
 */
class GroupHeadings {
  readonly #waiting: WaitingRows<PackedRows>;
  readonly #rules: RowRules;
  #heading = '';
  #priced = 0;
  #wider = 0;

  constructor(waiting: WaitingRows<PackedRows>, rules: RowRules) {
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
    if (isBlankRow(row)) return row;
    if (!isHeading(row, this.#rules)) return underHeading(row, this.#heading);
    this.#heading = groupName(row.cells, this.#rules) || this.#heading;
    return row;
  }

  #isBare(row: SheetRow): boolean {
    if (isNumberedRow(row, this.#rules)) return true;
    const { price, amount } = this.#rules.columns;
    if (!row.cells.has(price ?? amount ?? 0)) return false;
    this.#priced += 1;
    if (row.filled !== undefined && row.filled > row.cells.size) this.#wider += 1;
    return false;
  }
}

const MEANINGS = typographed<Readonly<Record<SignMeaning, string>>>({
  thousands: 'разделяет тысячи: так видно по другим числам столбца',
  decimals: 'отделяет дробную часть: так видно по другим числам столбца',
  unknown: 'принят за дробный, другие числа столбца этого не решают: проверьте',
});

/**
 * Rows with a number such as `1,234`, which may be a thousand or one and a bit: the whole column decides, so they wait
 * until the file has ended.
 */
class UnclearRows {
  readonly #waiting: WaitingRows<PackedRows>;
  readonly #columns: readonly number[];
  readonly #evidence = new Map<number, SignEvidence>();
  /** The first place of each unclear sign in a column. */
  readonly #first = new Map<string, { row: number; column: number; sign: Sign; text: string }>();

  constructor(waiting: WaitingRows<PackedRows>, { columns, moreAmounts }: RowRules) {
    this.#waiting = waiting;
    const numbers = [columns.price, columns.amount, ...columnsReadAs('size').map((name) => columns[name])];
    this.#columns = [...numbers.filter((column) => column !== undefined), ...moreAmounts];
  }

  /** The rows that are clear; the others are put by. */
  async takeClear(rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
    const unclear = rows.filter((row) => this.#isUnclear(row));
    if (unclear.length === 0) return rows;
    await this.#waiting.add(unclear.map((row) => ({ key: '', maker: '', row: row.row, body: packRows([row]) })));
    const waits = new Set(unclear);
    return rows.filter((row) => !waits.has(row));
  }

  /** The rows that were put by, as the whole columns say that they are to be read. */
  async *settled(size: number): AsyncGenerator<SheetRow[]> {
    for await (const rows of this.#waiting.take(size)) yield rows.flatMap(unpackRows).map((row) => this.#settle(row));
  }

  /** What was decided, once for each column and sign. */
  decisions(): RowReport[] {
    return [...this.#first.values()].map(({ row, column, sign, text }) => {
      const meaning = this.#meaningOf(column, sign);
      const code = meaning === 'unknown' ? 'digits-unclear' : `digits-${meaning}`;
      return createRemark(row, column, code, `Знак «${sign}» ${MEANINGS[meaning]}`, text);
    });
  }

  #isUnclear({ row, cells }: SheetRow): boolean {
    let isUnclear = false;
    for (const column of this.#columns) {
      const cell = cells.get(column);
      const use = cell?.kind === 'text' ? signUse(cell.text) : null;
      if (!use || !cell) continue;
      if (use.unclear === null) this.#evidenceOf(column).note(use);
      else {
        isUnclear = true;
        const { unclear: sign } = use;
        const place = `${column}${sign}`;
        if (!this.#first.has(place)) this.#first.set(place, { row, column, sign, text: cell.text });
      }
    }
    return isUnclear;
  }

  #settle({ row, cells }: SheetRow): SheetRow {
    const settled = new Map<number, Cell>(cells);
    for (const column of this.#columns) {
      const cell = cells.get(column);
      const sign = cell?.kind === 'text' ? signUse(cell.text)?.unclear : null;
      if (cell && sign && this.#meaningOf(column, sign) === 'thousands')
        settled.set(column, { ...cell, text: withoutThousands(cell.text) });
    }
    return { row, cells: settled };
  }

  #meaningOf = (column: number, sign: Sign): SignMeaning => this.#evidenceOf(column).meaningOf(sign);

  #evidenceOf(column: number): SignEvidence {
    let evidence = this.#evidence.get(column);
    if (!evidence) {
      evidence = new SignEvidence();
      this.#evidence.set(column, evidence);
    }
    return evidence;
  }
}

/** The two signs that stand for a decimal point in one list and between thousands in another. */
type Sign = ',' | '.';

/** What a text says of the signs in its number. */
interface SignUse {
  /** One sign with three digits behind it and up to three before: `1,234`. */
  readonly unclear: Sign | null;
  readonly thousands: Sign | null;
  readonly decimals: Sign | null;
}

const NUMBER = /\d[\d .,'’\u00a0\u202f]*\d/u;
const UNCLEAR = /(?<![\d.,'’])([1-9]\d{0,2})[.,](\d{3})(?![.,]?\d)/u;
const other = (sign: Sign): Sign => (sign === ',' ? '.' : ',');

/** Reads how a text uses the signs; null for one that has none in its number. */
export function signUse(text: string): SignUse | null {
  if (!text.includes(',') && !text.includes('.')) return null;
  const number = NUMBER.exec(text)?.[0] ?? '';
  const last: Sign = number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.';
  const times = number.split(last).length - 1;
  if (times === 0) return null;
  if (number.includes(other(last))) {
    return times > 1 ? null : { unclear: null, thousands: other(last), decimals: last };
  }
  if (times > 1) return { unclear: null, thousands: last, decimals: null };
  const unclear = UNCLEAR.exec(number)?.[0] === number;
  return unclear
    ? { unclear: last, thousands: null, decimals: null }
    : { unclear: null, thousands: null, decimals: last };
}

/** The text without the sign of its unclear number, which stands between thousands. */
export const withoutThousands = (text: string): string => text.replace(UNCLEAR, '$1$2');

/** What an unclear sign means in a column. */
type SignMeaning = 'thousands' | 'decimals' | 'unknown';

/** How the values of one column use the signs. */
export class SignEvidence {
  readonly #thousands = new Set<Sign>();
  readonly #decimals = new Set<Sign>();

  note({ thousands, decimals }: SignUse): void {
    if (thousands) this.#thousands.add(thousands);
    if (decimals) this.#decimals.add(decimals);
  }

  /** A sign is between thousands where another value has it there, or has the other sign as its decimal one. */
  meaningOf(sign: Sign): SignMeaning {
    const groups = this.#thousands.has(sign) || this.#decimals.has(other(sign));
    const decimals = this.#decimals.has(sign) || this.#thousands.has(other(sign));
    if (groups === decimals) return 'unknown';
    return groups ? 'thousands' : 'decimals';
  }
}
