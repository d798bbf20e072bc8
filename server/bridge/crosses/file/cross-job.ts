import type { CrossUploadAnswer } from '../../../../contract/crosses.ts';
import { FILE_CROSSES_MAX } from '../../../../contract/limits.ts';
import type { Job } from '../../../database/types.ts';
import { readPriceFile } from '../../../sheets/read/reader.ts';
import type { ImportProgress } from '../../import/run/progress.ts';
import { bulkOf } from '../../import/store/bulk.ts';
import { RowErrors } from '../../import/store/row-errors.ts';
import { NEXT_PLACE } from '../../import/store/store.ts';
import { type CrossReading, type RowCross, readCrossRow } from './read-row.ts';
import type { CrossSettings } from './settings.ts';
import { CrossTally } from './tally.ts';
import { TooManyCrosses } from './too-many.ts';
import { knownIdentities, rowsOf, type SaidBy, writeReplacements } from './write-crosses.ts';

export interface CrossArguments {
  readonly file: string;
  readonly settings: CrossSettings;
  /** Null: a dry run, which writes nothing. */
  readonly by: SaidBy | null;
}

const BATCH = 1_000;
/** Milliseconds between two reports of progress. */
const REPORT_EVERY_MS = 200;

/**
 * Reads a sheet of crosses in a child process and says them inside the job's transaction: all of them or, where the file cannot be
 * read to its end, none. A cross that counts already stays as it was said, by whomever.
 */
const sayCrosses: Job<CrossArguments, CrossUploadAnswer, ImportProgress> = async (
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

  async function say(crosses: readonly RowCross[]): Promise<void> {
    const distinct = rowsOf(crosses, way).filter(({ replacements: [first] }) => {
      if (!first || seen.has(first.identity)) {
        tally.repeat();
        return false;
      }
      seen.add(first.identity);
      return true;
    });
    if (seen.size > FILE_CROSSES_MAX) throw new TooManyCrosses();
    const known = await knownIdentities(bulk, distinct);
    for (const { said, replacements } of distinct)
      tally.count(
        said,
        replacements.some(({ identity }) => !known.has(identity)),
      );
    const fresh = distinct.flatMap(({ replacements }) =>
      replacements.filter(({ identity }) => !known.has(identity)),
    );
    if (by) await writeReplacements(bulk, fresh, by);
  }

  const wanted = Object.values(columns).filter((column): column is number => column !== null);
  const request = { file, sheet, startRow, endRow: null, columns: wanted };
  for await (const piece of readPriceFile(request, signal)) {
    if (piece.kind !== 'rows') continue;
    const readings: CrossReading[] = piece.rows.map((row) => readCrossRow(row, columns));
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
export default sayCrosses;
