import { Writable } from 'node:stream';
import { type QueryText, selectInJob } from '../../database/select-in-job.ts';
import type { Job } from '../../database/types.ts';
import type { SheetRow } from '../../sheets/xlsx.ts';
import { writeXlsx } from '../../sheets/xlsx.ts';
import type { ShownRow } from './read.ts';
import { COLUMNS, rowWriter } from './sheet.ts';

/** What stands in `page` for the place that it goes on after. */
export const AFTER = { at: '@at', id: '@id' } as const;

export interface ExportArgs {
  readonly count: QueryText;
  /** A page after the place AFTER. */
  readonly page: QueryText;
  /** Rows of the file at most: the newest ones. */
  readonly most: number;
  readonly timeZone: string;
}

/** Emits the bytes of an .xlsx with the entries of a filter, from one snapshot. */
const write: Job<ExportArgs, number, Uint8Array> = async (
  connection,
  { count, page, most, timeZone },
  emit,
  signal,
) => {
  const [counted] = await selectInJob<{ count: number }>(connection, count);
  const rowCount = Math.min(Number(counted?.count ?? 0), most);
  const toRow = rowWriter(timeZone);
  const pageAfter = (last: Pick<ShownRow, 'at' | 'id'>) => {
    const places = new Map<unknown, number>([
      [AFTER.at, Number(last.at)],
      [AFTER.id, Number(last.id)],
    ]);
    const parameters = page.parameters.map((value) => places.get(value) ?? value);
    return selectInJob<ShownRow>(connection, { ...page, parameters });
  };

  async function* pages(): AsyncGenerator<readonly SheetRow[]> {
    let last = { at: Number.MAX_SAFE_INTEGER, id: 0 };
    for (;;) {
      signal.throwIfAborted();
      const rows = await pageAfter(last);
      const end = rows.at(-1);
      if (!end) return;
      yield rows.map(toRow);
      last = end;
    }
  }

  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      emit(new Uint8Array(chunk));
      done();
    },
  });
  await writeXlsx({ name: 'Журнал', columns: COLUMNS, rowCount, rows: pages() }, output, { signal });
  return rowCount;
};
export default write;
