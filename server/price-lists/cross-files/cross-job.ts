// The job that imports a sheet of crosses (this article replaces that one), all or nothing, or works out what it would
// change.
import type { CrossUploadAnswer, PlannedCross } from '../../../contract/catalogue/crosses.ts';
import { NO_COUNTS, type RowReport } from '../../../contract/catalogue/runs.ts';
import { FILE_CROSSES_MAX } from '../../../contract/limits.ts';
import { NEXT_PLACE } from '../../catalogue/changes/position-store.ts';
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import { readPriceFile } from '../../platform/sheet-reader/reader.ts';
import type { ImportProgress } from '../apply/compare-list.ts';
import { RowErrors } from '../apply/row-errors.ts';
import { RemarkGroups } from '../rules/form-fields.ts';
import * as crossRows from './cross-rows.ts';

export interface CrossArguments {
  readonly file: string;
  readonly settings: crossRows.CrossSettings;
  /** Null: a dry run, which writes nothing. */
  readonly by: crossRows.ReplacementSource | null;
}

const BATCH = 1_000;
/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;

/** Says the crosses of a sheet in the job's transaction, all or none; one that counts already stays as it was said. */
const importCrosses: Job<CrossArguments, CrossUploadAnswer, ImportProgress> = async (
  connection,
  { file, settings, by },
  emit,
  signal,
) => {
  const { sheet, startRow, way, columns } = settings;
  const began = performance.now();
  const bulk = bulkOf(connection);
  const errors = by && new RowErrors(connection, by.runId);
  const tally = new CrossTally();
  const seen = new Set<string>();
  let rows = 0;
  let reported = 0;

  async function say(crosses: readonly crossRows.RowCross[]): Promise<void> {
    const distinct = crossRows.rowsOf(crosses, way).filter(({ replacements: [first] }) => {
      if (!first || seen.has(first.identity)) {
        tally.repeat();
        return false;
      }
      seen.add(first.identity);
      return true;
    });
    // It crosses a thread by its code.
    if (seen.size > FILE_CROSSES_MAX) throw Object.assign(new Error('too many crosses'), { code: 'TOO_MANY_CROSSES' });
    const known = await crossRows.knownIdentities(bulk, distinct);
    for (const { said, replacements } of distinct) {
      const isNew = replacements.some(({ identity }) => !known.has(identity));
      tally.count(said, isNew);
    }
    const fresh = distinct.flatMap(({ replacements }) => replacements.filter(({ identity }) => !known.has(identity)));
    if (by) await crossRows.writeReplacements(bulk, fresh, by);
  }

  const wanted = Object.values(columns).filter((column): column is number => column !== null);
  const request = { file, sheet, startRow, endRow: null, columns: wanted };
  for await (const piece of readPriceFile(request, signal)) {
    if (piece.kind !== 'rows') continue;
    const readings: crossRows.CrossReading[] = piece.rows.map((row) => crossRows.readCrossRow(row, columns));
    for (const reading of readings) tally.read(reading);
    const crosses = readings.flatMap((reading) => reading.crosses);
    for (let at = 0; at < crosses.length; at += BATCH) await say(crosses.slice(at, at + BATCH));
    await errors?.add(tally.takeRemarks());
    if (!errors) tally.takeRemarks();
    rows += piece.rows.length;
    if (performance.now() - reported < REPORT_EVERY_MS) continue;
    reported = performance.now();
    emit({ rows, done: 0, committing: false });
  }
  signal.throwIfAborted();
  emit({ rows, done: 1, committing: true });
  const answer = tally.answer(by?.runId ?? null);
  if (by) {
    const { counts, errorGroups, warningGroups } = answer;
    const endedAt = by.now + Math.round(performance.now() - began);
    await bulk.query(
      `UPDATE import_runs SET state = 'done', ended_at = $2, report = $3, counts = $4, applied = ${NEXT_PLACE}
       WHERE id = $1`,
      [by.runId, endedAt, JSON.stringify({ errorGroups, warningGroups }), JSON.stringify(counts)],
    );
  }
  return answer;
};
export default importCrosses;

const SAMPLES = 20;

class CrossTally {
  readonly #counts = { ...NO_COUNTS };
  readonly #errors = new RemarkGroups();
  readonly #warnings = new RemarkGroups();
  readonly #samples: PlannedCross[] = [];
  #rows = 0;
  readonly #fresh: RowReport[] = [];

  /** A row that was read; what is wrong with it waits for `takeRemarks`. */
  read({ errors, skipped }: crossRows.CrossReading): void {
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

  count({ row, article, cross }: crossRows.RowCross, isNew: boolean): void {
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
    return this.#fresh.splice(0);
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
