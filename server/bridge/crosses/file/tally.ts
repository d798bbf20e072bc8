import type { RowReport } from '../../../../contract/bridge.ts';
import type { CrossUploadAnswer, PlannedCross } from '../../../../contract/crosses.ts';
import { NO_COUNTS } from '../../../../contract/run-counts.ts';
import { RemarkGroups } from '../../import/rules/remark-groups.ts';
import type { CrossReading, RowCross } from './read-row.ts';

const SAMPLES = 20;

/** What became of the rows and crosses of a file. */
export class CrossTally {
  readonly #counts = { ...NO_COUNTS };
  readonly #errors = new RemarkGroups();
  readonly #warnings = new RemarkGroups();
  readonly #samples: PlannedCross[] = [];
  #rows = 0;
  #fresh: RowReport[] = [];

  /** A row that was read; what is wrong with it waits for `takeRemarks`. */
  read({ errors, skipped }: CrossReading): void {
    this.#rows += 1;
    if (errors.length > 0) this.#counts.failed += 1;
    for (const error of errors) this.#errors.add(error);
    this.#fresh.push(...errors);
    if (!skipped) return;
    this.#counts.skipped += 1;
    this.#warnings.add(skipped);
    this.#fresh.push(skipped);
  }

  repeat(): void {
    this.#counts.repeated += 1;
  }

  count({ row, article, cross }: RowCross, isNew: boolean): void {
    this.#counts[isNew ? 'created' : 'unchanged'] += 1;
    if (!isNew || this.#samples.length === SAMPLES) return;
    this.#samples.push({
      row,
      article: article.article,
      maker: article.manufacturer,
      crossArticle: cross.article,
      crossMaker: cross.manufacturer,
    });
  }

  /** The remarks since the last call, for the workbook of errors. */
  takeRemarks(): RowReport[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  answer(runId: number | null): CrossUploadAnswer {
    return {
      dryRun: runId === null,
      runId,
      rows: this.#rows,
      counts: { ...this.#counts },
      samples: this.#samples,
      errorGroups: this.#errors.list(),
      warningGroups: this.#warnings.list(),
    };
  }
}
