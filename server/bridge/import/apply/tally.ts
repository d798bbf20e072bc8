import type { RowReport, UploadAnswer } from '../../../../contract/bridge.ts';
import { UPLOAD_REPORT_MAX } from '../../../../contract/limits.ts';

export type Outcome = 'created' | 'updated' | 'unchanged';

/** Counts of a run and the first remarks about its rows. */
export class Tally {
  readonly counts = { created: 0, updated: 0, unchanged: 0, duplicates: 0, skipped: 0, groups: 0, failed: 0 };
  readonly #errors: RowReport[] = [];
  readonly #warnings: RowReport[] = [];

  /** A row that could not be applied, with everything that is wrong with it. */
  fail(errors: readonly RowReport[]): void {
    this.counts.failed += 1;
    keep(this.#errors, errors);
  }

  skip(warning: RowReport | null): void {
    this.counts.skipped += 1;
    if (warning) keep(this.#warnings, [warning]);
  }

  warn(warnings: readonly RowReport[]): void {
    keep(this.#warnings, warnings);
  }

  /** The report of the run as the API answers it. */
  answer(runId: number): UploadAnswer {
    const { created, updated, unchanged } = this.counts;
    return {
      message: `Прайс загружен: создано ${created}, обновлено ${updated}, без изменений ${unchanged}`,
      runId,
      ...this.counts,
      errors: this.#errors,
      warnings: this.#warnings,
    };
  }
}

function keep(list: RowReport[], more: readonly RowReport[]): void {
  for (const report of more) if (list.length < UPLOAD_REPORT_MAX) list.push(report);
}
