import type { RowReport, UploadAnswer } from '../../../../contract/bridge.ts';
import { UPLOAD_CLASHES_MAX, UPLOAD_REPORT_MAX } from '../../../../contract/limits.ts';
import { doubtsOf, isPriceMoved } from '../rules/doubts.ts';

export type Outcome = 'created' | 'updated' | 'unchanged';

/** Counts of a run and the first remarks of each kind about its rows. */
export class Tally {
  readonly counts = { created: 0, updated: 0, unchanged: 0, duplicates: 0, skipped: 0, groups: 0, failed: 0 };
  readonly #prices = { priced: 0, priceless: 0, repriced: 0, moved: 0 };
  #leftOut = 0;
  readonly #errors = new Remarks();
  readonly #warnings = new Remarks();

  /** A row that could not be applied, with everything that is wrong with it. */
  fail(errors: readonly RowReport[]): void {
    this.counts.failed += 1;
    for (const error of errors) this.#errors.keep(error);
  }

  /** A row that says nothing of a position. */
  skip(warning: RowReport): void {
    this.counts.skipped += 1;
    this.#warnings.keep(warning);
  }

  /** A row that is not to be applied, as the form or the life of prices has it. */
  leaveOut(warning: RowReport | null): void {
    this.counts.skipped += 1;
    this.#leftOut += 1;
    if (warning) this.#warnings.keep(warning);
  }

  /** A row with a price column was applied. */
  countPrice(price: number): void {
    this.#prices.priced += 1;
    if (price === 0) this.#prices.priceless += 1;
  }

  /** A position had a price and has one; `by` is -1 where a later row of the file takes its place. */
  countRepriced(before: number, after: number, by: 1 | -1): void {
    if (before === 0 || after === 0) return;
    this.#prices.repriced += by;
    if (isPriceMoved(before, after)) this.#prices.moved += by;
  }

  warn(warnings: readonly RowReport[]): void {
    for (const warning of warnings) this.#warnings.keep(warning);
  }

  /** A row that means the position of an earlier one under another article or title: one of the two may be lost. */
  warnOfClash(warning: RowReport): void {
    this.#warnings.keep(warning, 'clash', UPLOAD_CLASHES_MAX);
  }

  /** The report of the run as the API answers it. */
  answer(runId: number): UploadAnswer {
    const { created, updated, unchanged, failed, skipped } = this.counts;
    const applied = created + updated + unchanged;
    const leftOut = this.#leftOut;
    const refused = failed + skipped - leftOut;
    return {
      message: `Прайс загружен: создано ${created}, обновлено ${updated}, без изменений ${unchanged}`,
      runId,
      ...this.counts,
      doubtful: doubtsOf({ applied, refused, leftOut, ...this.#prices }),
      errors: this.#errors.byRow(),
      warnings: this.#warnings.byRow(),
    };
  }
}

/** The first remarks of each kind: hundreds of one kind must not hide the one of another. */
class Remarks {
  readonly #kept: RowReport[] = [];
  readonly #counts = new Map<string, number>();

  keep(remark: RowReport, kind = remark.code, max = UPLOAD_REPORT_MAX): void {
    const count = this.#counts.get(kind) ?? 0;
    if (count >= max) return;
    this.#counts.set(kind, count + 1);
    this.#kept.push(remark);
  }

  /** In the order of the sheet: rows that had to wait were looked at last. */
  byRow(): RowReport[] {
    return this.#kept.toSorted((one, other) => one.row - other.row);
  }
}
