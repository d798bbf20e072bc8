// The job that imports a price list in one transaction; it throws where nothing may stay: unreadable, cancelled, or
// doubtful and not confirmed.
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { PositionStore } from '../../catalogue/changes/position-store.ts';
import { endQuietLog } from '../../catalogue/context/change-log.ts';
import { firstLiveDay } from '../../catalogue/context/position.ts';
import { finishIndex } from '../../catalogue/search-index/index-writer.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { newContext } from '../apply/context.ts';
import { RowErrors } from '../apply/row-errors.ts';
import { Tally } from '../apply/tally.ts';
import { WrittenPositions } from '../apply/written-positions.ts';
import { brandsOf } from '../rules/manufacturers.ts';
import { applyFile, requireOwners, withOwnerDoubt } from './apply-file.ts';
import type { DoubtfulFacts } from './failures.ts';
import type { ImportArguments, ImportProgress } from './jobs.ts';

const importPriceList: Job<ImportArguments, UploadAnswer, ImportProgress> = async (
  connection,
  { runId, file, settings, now, today, priceTtlDays, refuseDoubtful = false, preset = null, known = [], doubts = [] },
  emit,
  signal,
) => {
  const began = performance.now();
  const store = new PositionStore(connection);
  await store.begin();
  const brands = await store.brandTitles();
  const brandTitle = (id: number) => brands.get(id) ?? '';
  const tally = new Tally();
  const context = newContext({
    positions: new WrittenPositions(
      { connection, store, runId, now, brandTitle },
      settings.providerId,
      brandsOf(settings),
    ),
    today,
    settings,
    tally,
    liveDay: firstLiveDay(today, priceTtlDays),
    brands,
    runId,
    waitingIn: connection,
  });
  const errors = new RowErrors(connection, runId);
  const applied = await applyFile(
    context,
    { file, preset, known, doubts },
    {
      emit,
      holdOwners: () => requireOwners(settings, (table, id) => store.lockOwner(table, id)),
      batchDone: () => errors.add(tally.takeErrors()),
    },
    signal,
  );
  endQuietLog(connection);
  const doubtful = [...tally.doubts(), ...(await withOwnerDoubt(applied.doubts, context, store))];
  if (refuseDoubtful && doubtful.length > 0) {
    // It crosses a thread by its code and facts.
    const facts: DoubtfulFacts = { suspicions: doubtful, counts: tally.runCounts };
    throw Object.assign(new Error('import looks wrong'), { code: 'DOUBTFUL_IMPORT', facts });
  }
  const answer = { ...tally.answer(runId, doubtful), encoding: applied.encoding };
  if (answer.created + answer.updated + tally.missing > 0 || context.seen.revived) {
    await finishIndex(connection);
    await store.bumpVersion();
  }
  const endedAt = now + Math.round(performance.now() - began);
  await store.finishRun(runId, endedAt, { ...answer, ...tally.groups }, { ...tally.runCounts, doubtful });
  return answer;
};

export default importPriceList;
