// Counts what an import does and collects the first errors and warnings of each kind, for its report.
import type * as runsContract from '../../../contract/catalogue/runs.ts';
import { UPLOAD_CLASHES_MAX, UPLOAD_REPORT_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { DifferenceCounts, MovedPrices } from '../../catalogue/changes/difference.ts';
import * as doubtRules from '../rules/doubts.ts';
import {
  isReportedOnce,
  kindOf,
  placeOf,
  RemarkGroups,
  type RunPositions,
  rowAt,
  sheetAt,
  sheetLeftOutRemark,
} from '../rules/form-fields.ts';
import { type CommonFactor, PriceMoves, type PriceShift } from '../rules/price-moves.ts';
import type { ReadStockWord } from '../rules/stock.ts';

/** Positions that rows of one sheet mean, singly (1) or after a closer look (0), as the database counts them. */
type ChosenCounts = Readonly<
  Record<'single' | 'sheet' | 'rows' | 'added' | 'addedPriceless' | 'priced' | 'priceless' | 'had' | 'repriced', number>
>;

/** How a list was read, as far as its counts do not show it. */
interface ReadingFacts {
  /** Whether a price column is read, or its absence is settled. */
  readonly prices: 'read' | 'none' | 'settled';
  /** The places of sheets without a column of prices beside others that have one, where no preset has settled it. */
  readonly withoutPrices: readonly number[];
  readonly isByPreset: boolean;
}

export class Tally {
  readonly counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    duplicates: 0,
    skipped: 0,
    groups: 0,
    totals: 0,
    failed: 0,
  };
  readonly #prices = new PriceTally();
  /** Positions that lose their stock or are removed because the file does not name them. */
  missing = 0;
  /** Those of them that are removed. */
  hidden = 0;
  /** Positions that are new in a price list of our own, where its rows have no position id. */
  newOwn = 0;
  #stockChanged = 0;
  #termsChanged = 0;
  #clashing = 0;
  #collapsed = 0;
  readonly #collapsedExamples: string[] = [];
  #otherPrices = 0;
  readonly #otherPricesExamples: string[] = [];
  readonly #words = new StockWordTally();
  readonly #clashes: runsContract.RowReport[] = [];
  #leftOut = 0;
  readonly #sheets: SheetTally[] = [];
  readonly #errors = new Remarks((remark) => this.located(remark));
  readonly #warnings = new Remarks((remark) => this.located(remark));
  readonly #fresh: runsContract.RowReport[] = [];

  beginSheet(name: string): void {
    this.#sheets.push({ name, applied: 0, skipped: 0, failed: 0, leftOut: 0 });
  }

  /** The current sheet reads badly and is left out. */
  leaveOutSheet(place: number): void {
    const sheet = this.#sheets.at(-1);
    if (sheet) sheet.isLeftOut = true;
    this.warn([sheetLeftOutRemark(place)]);
  }

  /** Rows of a sheet that is left out. */
  leaveOutRows(place: number, rows: number): void {
    this.counts.skipped += rows;
    this.#leftOut += rows;
    this.#countOnSheet('skipped', place, rows);
    this.#countOnSheet('leftOut', place, rows);
  }

  /** Replaces the place of a row by its row number in its sheet, and names the sheet where there are several. */
  located<Report extends { readonly row: number }>(report: Report): Report & { readonly sheet?: string } {
    const sheet = this.#sheets[sheetAt(report.row)];
    return sheet ? { ...report, row: rowAt(report.row), sheet: sheet.name } : report;
  }

  /** A row in words: `12`, or `12 листа «Шины»` where there are several sheets. */
  rowText(place: number): string {
    const { row, sheet } = this.located({ row: place });
    return typographed(sheet === undefined ? `${row}` : `${row} листа «${sheet}»`);
  }

  fail(errors: readonly runsContract.RowReport[]): void {
    this.counts.failed += 1;
    this.#countOnSheet('failed', errors[0]?.row);
    for (const error of errors) {
      this.#errors.keep(error);
      this.#fresh.push(error);
    }
  }

  countGroup(warning: runsContract.RowReport | undefined): void {
    this.counts.groups += 1;
    if (warning) this.#warnings.keep(warning);
  }

  /** A row that sums up others. */
  countTotal(warning: runsContract.RowReport): void {
    this.counts.totals += 1;
    this.#warnings.keep(warning);
  }

  /** A row that says nothing of a position. */
  skip(warning: runsContract.RowReport): void {
    this.counts.skipped += 1;
    this.#countOnSheet('skipped', warning.row);
    this.#warnings.keep(warning);
    this.#fresh.push(warning);
  }

  /** A row that is not to be applied, as the form or the life of prices has it. */
  leaveOut(warning: runsContract.RowReport): void {
    this.#countLeftOut(warning);
    this.#warnings.keep(warning);
  }

  /** The same for an article that the catalogue does not have: reported only in its group and in the workbook of errors. */
  leaveOutUnknown(warning: runsContract.RowReport): void {
    this.#countLeftOut(warning);
    this.#warnings.keep(warning, { max: 0 });
  }

  #countLeftOut(warning: runsContract.RowReport): void {
    this.counts.skipped += 1;
    this.#leftOut += 1;
    this.#countOnSheet('skipped', warning.row);
    this.#countOnSheet('leftOut', warning.row);
    this.#fresh.push(warning);
  }

  countApplied(place: number): void {
    this.#countOnSheet('applied', place);
  }

  /** A row with a price column was applied; `isMissing`: it has no price where one is to be expected. */
  countPrice(isMissing: boolean): void {
    this.#prices.countRow(isMissing);
  }

  /** One more row that means the position of an earlier one. */
  countRepeat(): void {
    this.counts.duplicates += 1;
    this.counts.unchanged += 1;
  }

  /** Positions that rows of one sheet mean; those that were looked at singly bring the counts of their rows. */
  countChosen(chosen: ChosenCounts): void {
    const [rows, added] = [Number(chosen.rows), Number(chosen.added)];
    this.counts.created += added;
    this.counts.unchanged += rows - added;
    this.#prices.repriced += Number(chosen.repriced);
    this.#prices.kept += Number(chosen.had);
    this.#prices.createdPriceless += Number(chosen.addedPriceless);
    if (chosen.single === 0) return;
    this.#countOnSheet('applied', placeOf(Number(chosen.sheet), 0), rows);
    this.#prices.priced += Number(chosen.priced);
    this.#prices.priceless += Number(chosen.priceless);
  }

  /** What becomes of the positions that were counted, and of those that no row means. */
  takeDifference(counts: DifferenceCounts, moved: readonly MovedPrices[]): void {
    this.counts.created += counts.returned;
    this.counts.updated += counts.changed;
    this.counts.unchanged -= counts.returned + counts.changed;
    this.#prices.up = counts.priceUp;
    this.#prices.down = counts.priceDown;
    this.#prices.gone = counts.priceGone;
    this.#stockChanged = counts.stockChanged;
    this.#termsChanged = counts.termsChanged;
    this.missing = counts.missing;
    this.hidden = counts.hidden;
    this.#prices.kept -= counts.priceGone;
    for (const move of moved) this.#prices.countMoves(move);
    this.#prices.countKept();
  }

  countWords(words: readonly ReadStockWord[]): void {
    for (const word of words) this.#words.count(word);
  }

  get stockWords(): runsContract.ReadStockWord[] {
    return this.#words.list();
  }

  warn(warnings: readonly runsContract.RowReport[]): void {
    for (const warning of warnings) this.#warnings.keep(warning);
  }

  /**
   * A row that means the position of an earlier one under another article or title: one of the two may be lost.
   * `titles` are both in words where they are different names.
   */
  warnOfClash(warning: runsContract.RowReport, titles: string | null): void {
    this.#clashing += 1;
    if (titles !== null) this.#collapsed += 1;
    if (titles !== null && this.#collapsedExamples.length < EXAMPLES_MAX) this.#collapsedExamples.push(titles);
    if (this.#clashes.length < UPLOAD_REPORT_MAX) this.#clashes.push(warning);
    this.#warnings.keep(warning, { kind: 'clash', max: UPLOAD_CLASHES_MAX, groupedAs: CLASHES });
  }

  /** A row that means the position of a row on an earlier sheet, at another price; both in words. */
  countOtherPrice(example: string): void {
    this.#otherPrices += 1;
    if (this.#otherPricesExamples.length < EXAMPLES_MAX) this.#otherPricesExamples.push(example);
  }

  /** A row that means the position of an earlier one and says so in the same words. */
  warnOfRepeat(warning: runsContract.RowReport): void {
    this.#warnings.keep(warning, { groupedAs: REPEATS });
  }

  /** What was wrong with the rows that were not applied, since the last call. */
  takeErrors(): readonly runsContract.RowReport[] {
    return this.#fresh.splice(0);
  }

  get runCounts(): runsContract.RunCounts {
    const { created, unchanged, duplicates, skipped, failed } = this.counts;
    const { up, down, gone } = this.#prices;
    return {
      created,
      priceUp: up,
      priceDown: down,
      priceGone: gone,
      stockChanged: this.#stockChanged,
      termsChanged: this.#termsChanged,
      unchanged: unchanged - duplicates,
      repeated: duplicates,
      skipped,
      failed,
      clashing: this.#clashing,
      hidden: this.hidden,
    };
  }

  /** Equal errors and equal warnings, the most frequent first. */
  get groups(): { readonly errorGroups: runsContract.ErrorGroup[]; readonly warningGroups: runsContract.ErrorGroup[] } {
    return { errorGroups: this.#errors.groups.list(), warningGroups: this.#warnings.groups.list() };
  }

  /** The first rows that mean the position of an earlier row under other words. */
  get clashes(): runsContract.RowReport[] {
    return this.#clashes.map((clash) => this.located(clash));
  }

  /** What became of the rows of each sheet, where several were read. */
  get sheets(): { readonly sheets?: runsContract.SheetCounts[] } {
    if (this.#sheets.length === 0) return {};
    return { sheets: this.#sheets.map(({ leftOut: _, ...counts }) => counts) };
  }

  /** What the run does to positions that exist and to those that it creates. */
  get positions(): RunPositions {
    const { created, updated, unchanged, duplicates } = this.counts;
    return { created, known: updated + unchanged - duplicates };
  }

  doubts({ prices, withoutPrices, isByPreset }: ReadingFacts): runsContract.UploadDoubt[] {
    const { created, updated, unchanged, failed, skipped } = this.counts;
    const leftOut = this.#leftOut;
    const refused = failed + skipped - leftOut;
    const errorGroups = this.#errors.groups.list();
    const isWhole = this.#sheets.length === 0;
    const doubts = doubtRules.doubtsOf({
      applied: created + updated + unchanged,
      refused,
      leftOut,
      prices: this.#prices,
      // A column has another meaning on each sheet.
      errorGroups: isWhole ? errorGroups : [],
      emptied: this.missing,
      withoutPrices: prices === 'read' ? null : { created, kept: this.#prices.kept, isSettled: prices === 'settled' },
      collapsed: { rows: this.#collapsed, examples: this.#collapsedExamples },
      // The sheets of a preset were seen when it was saved.
      otherPrices: { rows: isByPreset ? 0 : this.#otherPrices, examples: this.#otherPricesExamples },
      unknownWords: this.#words.unknown,
    });
    const ownRows = doubtRules.newOwnRowsDoubt(this.newOwn);
    const ofSheets = doubtRules.sheetsDoubts(this.#sheets, errorGroups, new Set(withoutPrices.map(sheetAt)));
    return [...doubts, ...(ownRows ? [ownRows] : []), ...ofSheets];
  }

  #countOnSheet(name: 'applied' | 'skipped' | 'failed' | 'leftOut', place = 0, rows = 1): void {
    const sheet = this.#sheets[sheetAt(place)];
    if (sheet) sheet[name] += rows;
  }

  answer(
    runId: number,
    doubtful: readonly runsContract.UploadDoubt[],
    isConfirmed: boolean,
  ): runsContract.UploadAnswer {
    const { created, updated, unchanged, duplicates } = this.counts;
    const repeated = duplicates > 0 ? `, повторов ${duplicates}` : '';
    const counts = `создано ${created}, обновлено ${updated}, без изменений ${unchanged - duplicates}${repeated}`;
    const doubted = isConfirmed ? 'Применено с вашего подтверждения' : 'Прайс загружен, но результат сомнителен';
    return {
      message: `${doubtful.length > 0 ? doubted : 'Прайс загружен'}: ${counts}`,
      runId,
      ...this.counts,
      counts: this.runCounts,
      ...this.sheets,
      ...(this.missing > 0 ? { missing: this.missing } : {}),
      doubtful: [...doubtful],
      errors: this.#errors.byRow(),
      warnings: this.#warnings.byRow(),
    };
  }
}

type SheetTally = { -readonly [Name in keyof doubtRules.SheetFacts]: doubtRules.SheetFacts[Name] };

/** The common report of rows that mean one position; the remark of each names the other. */
const REPEATS = typographed('Позиция стоит в прайсе несколько раз: какая строка взята, сказано у каждой');
const CLASHES = typographed(
  'Одна позиция под разными названиями или написаниями артикула: проверьте, та ли это деталь',
);

interface Keeping {
  readonly kind?: string;
  readonly max?: number;
  /** What stands for its words in the group of its like. */
  readonly groupedAs?: string;
}

/** Pairs of titles that a doubt quotes. */
const EXAMPLES_MAX = 3;

const maxOf = ({ code }: runsContract.RowReport): number => (isReportedOnce(code) ? 1 : UPLOAD_REPORT_MAX);

/** The first remarks of each kind: hundreds of one kind must not hide the one of another. */
class Remarks {
  readonly groups = new RemarkGroups();
  readonly #kept: runsContract.RowReport[] = [];
  readonly #located: (remark: runsContract.RowReport) => runsContract.RowReport;
  readonly #counts = new Map<string, number>();

  constructor(located: (remark: runsContract.RowReport) => runsContract.RowReport) {
    this.#located = located;
  }

  keep(remark: runsContract.RowReport, { kind = kindOf(remark), max = maxOf(remark), groupedAs }: Keeping = {}): void {
    this.groups.add(this.#located(remark), groupedAs);
    const count = this.#counts.get(kind) ?? 0;
    if (count >= max) return;
    this.#counts.set(kind, count + 1);
    this.#kept.push(remark);
  }

  /** In the order of the sheets: rows that had to wait were looked at last. */
  byRow(): runsContract.RowReport[] {
    return this.#kept.toSorted((one, other) => one.row - other.row).map(this.#located);
  }
}

/** Words that are listed, and those that a doubt names. */
const WORDS_MAX = 50;
const WORDS_NAMED = 5;

/** Counts the words of stock columns and what they were taken for. */
class StockWordTally {
  readonly #rows = new Map<string, { rows: number; readonly amount: number; readonly isKnown: boolean }>();
  #unknown = 0;

  count({ word, amount, isKnown }: ReadStockWord): void {
    if (!isKnown && amount === 0) this.#unknown += 1;
    const known = this.#rows.get(word);
    if (known) known.rows += 1;
    else if (this.#rows.size < WORDS_MAX) this.#rows.set(word, { rows: 1, amount, isKnown });
  }

  list(): runsContract.ReadStockWord[] {
    const words = [...this.#rows].map(([word, counted]) => ({ word, ...counted }));
    return words.toSorted((one, other) => Number(one.isKnown) - Number(other.isKnown) || other.rows - one.rows);
  }

  get unknown(): doubtRules.UnknownWords {
    const words = this.list().filter(({ isKnown, amount }) => !isKnown && amount === 0);
    return { rows: this.#unknown, words: words.slice(0, WORDS_NAMED).map(({ word }) => word) };
  }
}

class PriceTally {
  up = 0;
  down = 0;
  /** Positions that had a price and have none. */
  gone = 0;
  /** Applied rows with a price column, and those of them without a price. */
  priced = 0;
  priceless = 0;
  /** Positions that had a price and have one, and those of them whose price moved tenfold. */
  repriced = 0;
  moved = 0;
  /** Positions whose price is what it was. */
  kept = 0;
  createdPriceless = 0;
  readonly #moves = new PriceMoves();

  /** A row with a price column was applied; `isMissing`: it has no price where one is to be expected. */
  countRow(isMissing: boolean): void {
    this.priced += 1;
    if (isMissing) this.priceless += 1;
  }

  /** Positions that had a price have another one. */
  countMoves(moves: MovedPrices): void {
    this.kept -= moves.count;
    this.moved += moves.far;
    this.#moves.add(moves);
  }

  /** So many positions have the price that they had. */
  countKept(): void {
    if (this.kept > 0) this.#moves.countKept(this.kept);
  }

  get shift(): PriceShift {
    return this.#moves.shift;
  }

  get common(): CommonFactor | null {
    return this.#moves.common;
  }
}
