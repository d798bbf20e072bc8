import { PositionStore } from '../../server/catalogue/changes/position-store.ts';
import { endQuietLog } from '../../server/catalogue/context/change-log.ts';
import { finishIndex } from '../../server/catalogue/search-index/index-writer.ts';
import type { Job } from '../../server/platform/database/jobs.ts';
import { textCell } from '../../server/platform/sheet-reader/messages.ts';
import { newContext } from '../../server/price-lists/apply/context.ts';
import { Sheets } from '../../server/price-lists/apply/sheets.ts';
import { Tally } from '../../server/price-lists/apply/tally.ts';
import { WrittenPositions } from '../../server/price-lists/apply/written-positions.ts';
import { brandsOf } from '../../server/price-lists/rules/manufacturers.ts';
import type { ImportSettings } from '../../server/price-lists/settings/import-settings.ts';

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
  const store = new PositionStore(connection);
  await store.begin();
  const tally = new Tally();
  const brandTitle = () => 'Урал';
  const context = newContext({
    positions: new WrittenPositions(
      { connection, store, runId, now: 2, brandTitle },
      settings.providerId,
      brandsOf(settings),
    ),
    settings,
    tally,
    today: 20_000,
    liveDay: 0,
    brands: new Map(),
    runId,
    waitingIn: connection,
  });
  const sheets = new Sheets(context, signal);
  const sheet = rows.map((texts, at) => ({
    row: at + 1,
    cells: new Map(
      texts.map((text, column) => [column + 1, textCell(text)] as const).filter(([, cell]) => cell.kind !== 'empty'),
    ),
  }));
  for (let at = 0; at < sheet.length; at += batchRows) await sheets.apply(sheet.slice(at, at + batchRows));
  await sheets.finish();
  endQuietLog(connection);
  await finishIndex(connection);
  return tally.counts;
};

export default applyRowsJob;
