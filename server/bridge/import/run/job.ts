import type { UploadAnswer } from '../../../../contract/bridge.ts';
import type { Job } from '../../../database/types.ts';
import { firstLiveDay } from '../../position.ts';
import { endQuietLog } from '../../search/columns/quiet-log.ts';
import { finishIndex } from '../../search/index-writer.ts';
import { newContext } from '../apply/new-context.ts';
import { Tally } from '../apply/tally.ts';
import { withOwnerDoubt } from '../apply/whose-list.ts';
import { WrittenLedger } from '../apply/written-ledger.ts';
import type { PresetHeader } from '../presets/header-match.ts';
import type { KnownHeader } from '../presets/other-provider.ts';
import { brandsOf } from '../rules/brands.ts';
import type { ImportSettings } from '../settings.ts';
import { RowErrors } from '../store/row-errors.ts';
import { ImportStore } from '../store/store.ts';
import { applyFile } from './apply-file.ts';
import { DoubtfulImport } from './doubtful.ts';
import { requireOwners } from './owners.ts';
import type { ImportProgress } from './progress.ts';

export interface ImportArguments {
  readonly runId: number;
  readonly file: string;
  readonly settings: ImportSettings;
  /** Milliseconds; the moment written as created and updated. */
  readonly now: number;
  readonly today: number;
  readonly priceTtlDays: number;
  /** Somebody has to look first: what looks wrong is not applied, instead of being marked. */
  readonly refuseDoubtful?: boolean;
  /** The preset that the file is read by. */
  readonly preset?: PresetHeader | null;
  /** What the lists of all providers look like. */
  readonly known?: readonly KnownHeader[];
}

/**
 * Reads a price list in a child process and applies it inside the job's transaction. Throws, so that nothing of the
 * run stays, when the file cannot be read to its clean end, the run is cancelled, or it looks wrong and nobody has
 * confirmed it (DoubtfulImport).
 */
const importPriceList: Job<ImportArguments, UploadAnswer, ImportProgress> = async (
  connection,
  { runId, file, settings, now, today, priceTtlDays, refuseDoubtful = false, preset = null, known = [] },
  emit,
  signal,
) => {
  const began = performance.now();
  const store = new ImportStore(connection);
  await store.begin();
  const brands = await store.brandTitles();
  const brandTitle = (id: number) => brands.get(id) ?? '';
  const tally = new Tally();
  const context = newContext({
    ledger: new WrittenLedger(
      { connection, store, runId, now, brandTitle },
      settings.providerId,
      brandsOf(settings),
    ),
    today,
    settings,
    tally,
    liveDay: firstLiveDay(today, priceTtlDays),
    brandTitle,
    runId,
    waitingIn: connection,
  });
  const errors = new RowErrors(connection, runId);
  const applied = await applyFile(
    context,
    { file, preset, known },
    {
      emit,
      holdOwners: () => requireOwners(settings, (table, id) => store.holdOwner(table, id)),
      batchDone: () => errors.add(tally.takeErrors()),
    },
    signal,
  );
  endQuietLog(connection);
  const doubtful = [...tally.doubts(), ...(await withOwnerDoubt(applied.doubts, context, store))];
  if (refuseDoubtful && doubtful.length > 0) throw new DoubtfulImport(doubtful, tally.runCounts);
  const answer = { ...tally.answer(runId, doubtful), encoding: applied.encoding };
  if (answer.created + answer.updated + tally.missing > 0 || context.seen.revived) {
    await finishIndex(connection);
    await store.bumpVersion();
  }
  const endedAt = now + Math.round(performance.now() - began);
  await store.finishRun(
    runId,
    endedAt,
    { ...answer, ...tally.groups },
    {
      ...tally.runCounts,
      doubtful,
    },
  );
  return answer;
};

export default importPriceList;
