// The job that writes our own price list (the whole catalogue) as .xlsx or .csv from one snapshot.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firstLiveDay, IS_SHOWN } from '../../catalogue/context/position.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { OWN_COLUMNS } from '../../platform/sheets/own-columns.ts';
import { csvPages } from '../../platform/sheets/write-csv.ts';
import { writeXlsx } from '../../platform/sheets/write-xlsx.ts';
import { priceRows, selectRows } from './rows.ts';

export type PriceFormat = 'xlsx' | 'csv';

export interface BuildArgs {
  readonly format: PriceFormat;
  /** Where the file is written; its folder exists. */
  readonly path: string;
  readonly today: number;
  readonly ttlDays: number;
}

/** `version` is the catalogue version that the file shows. */
export interface Built {
  readonly version: number;
  readonly rows: number;
}

/** Writes the whole price list from one snapshot. */
const build: Job<BuildArgs, Built> = async (connection, { format, path, today, ttlDays }, _emit, signal) => {
  const [state] = await selectRows<{ version: number }>(connection, 'SELECT version FROM catalogue_state');
  const [counted] = await selectRows<{ n: number }>(
    connection,
    `SELECT count(*) AS n FROM positions WHERE ${IS_SHOWN}`,
  );
  const rowCount = Number(counted?.n ?? 0);
  const rows = priceRows(connection, firstLiveDay(today, ttlDays), signal);
  const output = createWriteStream(path);
  if (format === 'csv') await pipeline(Readable.from(csvPages(OWN_COLUMNS, rows)), output, { signal });
  else await writeXlsx({ name: 'Прайс', columns: OWN_COLUMNS, rowCount, rows }, output, { signal });
  return { version: Number(state?.version ?? 0), rows: rowCount };
};
export default build;
