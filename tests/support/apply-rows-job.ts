import { newContext } from '../../server/bridge/import/apply/new-context.ts';
import { applyRows } from '../../server/bridge/import/apply/supplier-rows.ts';
import { Tally } from '../../server/bridge/import/apply/tally.ts';
import { applyMakersRows, applySheetRows } from '../../server/bridge/import/apply/waiting.ts';
import { WrittenLedger } from '../../server/bridge/import/apply/written-ledger.ts';
import { brandsOf } from '../../server/bridge/import/rules/brands.ts';
import type { ImportSettings } from '../../server/bridge/import/settings.ts';
import { ImportStore } from '../../server/bridge/import/store/store.ts';
import { endQuietLog } from '../../server/bridge/search/columns/quiet-log.ts';
import { finishIndex } from '../../server/bridge/search/index-writer.ts';
import type { Job } from '../../server/database/types.ts';
import { textCell } from '../../server/sheets/read/cell.ts';

export interface ApplyRowsArguments {
  readonly runId: number;
  readonly settings: ImportSettings;
  /** The texts of each row, from the first column. */
  readonly rows: readonly (readonly string[])[];
  readonly batchRows: number;
}

/** Applies rows as an import does, without a file and in batches of any size; answers its counts. */
const applyRowsJob: Job<ApplyRowsArguments, Tally['counts']> = async (
  connection,
  { runId, settings, rows, batchRows },
  _emit,
  signal,
) => {
  const store = new ImportStore(connection);
  await store.begin();
  const tally = new Tally();
  const brandTitle = () => 'Урал';
  const context = newContext({
    ledger: new WrittenLedger(
      { connection, store, runId, now: 2, brandTitle },
      settings.providerId,
      brandsOf(settings),
    ),
    settings,
    tally,
    today: 20_000,
    liveDay: 0,
    brandTitle,
    runId,
    waitingIn: connection,
  });
  const sheet = rows.map((texts, at) => ({
    row: at + 1,
    cells: new Map(
      texts
        .map((text, column) => [column + 1, textCell(text)] as const)
        .filter(([, cell]) => cell.kind !== 'empty'),
    ),
  }));
  for (let at = 0; at < sheet.length; at += batchRows)
    await applyRows(context, sheet.slice(at, at + batchRows));
  await applySheetRows(context, signal);
  await applyMakersRows(context, () => context, signal);
  endQuietLog(connection);
  await finishIndex(connection);
  return tally.counts;
};

export default applyRowsJob;
