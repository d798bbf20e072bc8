// The job that writes the positions found by a filter of the staff list as a price list, from one snapshot; resolves
// to their number.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { conditionOf, type Days, FILTERED, type PositionFilter } from '../../catalogue/positions/filter.ts';
import { bulkOf, type Job } from '../../platform/database/jobs.ts';
import { OWN_COLUMNS } from '../../platform/sheets/own-columns.ts';
import { csvPages } from '../../platform/sheets/write-csv.ts';
import { writeXlsx } from '../../platform/sheets/write-xlsx.ts';
import type { PriceFormat } from './build-job.ts';
import { priceRows } from './rows.ts';

export interface ExportArguments extends Days {
  readonly filter: PositionFilter;
  readonly format: PriceFormat;
  /** Where the file is written; its folder exists. */
  readonly path: string;
}

/** Writes the positions that a filter finds as a price list of this shop, from one snapshot; resolves to their number. */
const exportPositions: Job<ExportArguments, number> = async (
  connection,
  { filter, format, path, ...days },
  _emit,
  signal,
) => {
  const { sql, values } = conditionOf(filter, days, connection.dialect, 2);
  const [counted] = await bulkOf(connection).query<{ n: number }>(
    `SELECT count(*) AS n FROM ${FILTERED} WHERE p.id > $1 AND ${sql}`,
    [0, ...values],
  );
  const rowCount = Number(counted?.n ?? 0);
  const rows = priceRows(connection, days.liveDay, signal, { from: FILTERED, condition: sql, values });
  const output = createWriteStream(path);
  if (format === 'csv') await pipeline(Readable.from(csvPages(OWN_COLUMNS, rows)), output, { signal });
  else await writeXlsx({ name: 'Прайс', columns: OWN_COLUMNS, rowCount, rows }, output, { signal });
  return rowCount;
};
export default exportPositions;
