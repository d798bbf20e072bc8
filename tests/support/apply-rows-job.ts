import { finishIndex } from '../../server/catalogue/search-index/index-writer.ts';
import type { Job } from '../../server/platform/database/jobs.ts';
import { packRows, textCell } from '../../server/platform/sheet-reader/messages.ts';
import { StagedWriter } from '../../server/platform/sheet-reader/staged-file.ts';
import { ComparedList } from '../../server/price-lists/apply/compare-list.ts';
import type { Tally } from '../../server/price-lists/apply/tally.ts';
import type { ImportSettings } from '../../server/price-lists/settings/import-settings.ts';

export interface ApplyRowsArguments {
  readonly runId: number;
  readonly settings: ImportSettings;
  /** The texts of each row, from the first column. */
  readonly rows: readonly (readonly string[])[];
  readonly batchRows: number;
  /** Path of the staged file that is made of them. */
  readonly staged: string;
}

/** Applies rows as an import does, without a file and in batches of any size; answers its counts. */
const applyRowsJob: Job<ApplyRowsArguments, Tally['counts']> = async (
  connection,
  { runId, settings, rows, batchRows, staged },
  emit,
  signal,
) => {
  const sheet = rows.map((texts, at) => ({
    row: at + 1,
    cells: new Map(
      texts.map((text, column) => [column + 1, textCell(text)] as const).filter(([, cell]) => cell.kind !== 'empty'),
    ),
  }));
  const writer = new StagedWriter(staged);
  writer.take({ kind: 'sheet', title: '', all: [''] });
  for (let at = 0; at < sheet.length; at += batchRows)
    writer.take({ kind: 'rows', rows: packRows(sheet.slice(at, at + batchRows)) });
  writer.end([]);
  const list = { staged, settings, today: 20_000, priceTtlDays: 0 };
  const compared = await ComparedList.of(connection, list, runId, emit, signal);
  await compared.carryOut(runId, 2, signal);
  await compared.close();
  await finishIndex(connection);
  return compared.tally.counts;
};

export default applyRowsJob;
