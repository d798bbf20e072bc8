// The job of a dry run: what importing a price list would change, by one snapshot; writes nothing, throws what an
// import would throw.
import type { DryRunAnswer, PlannedChange } from '../../../contract/catalogue/runs.ts';
import { PositionStore } from '../../catalogue/changes/position-store.ts';
import { firstLiveDay } from '../../catalogue/context/position.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { newContext } from '../apply/context.ts';
import { PlannedPositions, PlannedRows } from '../apply/planned-positions.ts';
import { Tally } from '../apply/tally.ts';
import { brandsOf } from '../rules/manufacturers.ts';
import { applyFile, requireOwners, withOwnerDoubt } from './apply-file.ts';
import type { ImportProgress, PlanArguments } from './jobs.ts';

const planPriceList: Job<PlanArguments, DryRunAnswer, ImportProgress> = async (
  connection,
  { file, settings, today, priceTtlDays, preset = null, known = [], doubts = [] },
  emit,
  signal,
) => {
  const store = new PositionStore(connection);
  await store.begin();
  const brands = await store.brandTitles();
  const tally = new Tally();
  const plan = new PlannedRows();
  try {
    const context = newContext({
      positions: new PlannedPositions(store, plan, settings.providerId, brandsOf(settings)),
      today,
      settings,
      tally,
      liveDay: firstLiveDay(today, priceTtlDays),
      brands,
      runId: 0,
      waitingIn: plan.connection,
    });
    const steps = {
      emit,
      holdOwners: () => requireOwners(settings, (table, id) => store.hasOwner(table, id)),
      batchDone: async () => void tally.takeErrors(),
    };
    const applied = await applyFile(context, { file, preset, known, doubts }, steps, signal);
    const samples = plan.samples();
    const located = (change: PlannedChange) => tally.located(change);
    return {
      dryRun: true,
      counts: tally.runCounts,
      suspicions: [...tally.doubts(), ...(await withOwnerDoubt(applied.doubts, context, store))],
      largest: plan.largest().map(located),
      samples: {
        created: samples.created.map(located),
        priceUp: samples.priceUp.map(located),
        priceDown: samples.priceDown.map(located),
        stockChanged: samples.stockChanged.map(located),
      },
      ...tally.groups,
      clashes: tally.clashes,
      rows: applied.rows,
      groups: tally.counts.groups,
      ...tally.sheets,
      missing: tally.missing,
    };
  } finally {
    plan.close();
  }
};

export default planPriceList;
