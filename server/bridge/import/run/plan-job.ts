import type { DryRunAnswer, PlannedChange } from '../../../../contract/import-runs.ts';
import type { Job } from '../../../database/types.ts';
import { firstLiveDay } from '../../position.ts';
import { newContext } from '../apply/new-context.ts';
import { PlannedLedger } from '../apply/planned-ledger.ts';
import { Tally } from '../apply/tally.ts';
import { withOwnerDoubt } from '../apply/whose-list.ts';
import { brandsOf } from '../rules/brands.ts';
import { PlanStore } from '../store/plan-store.ts';
import { ImportStore } from '../store/store.ts';
import { applyFile } from './apply-file.ts';
import type { ImportArguments } from './job.ts';
import { requireOwners } from './owners.ts';
import type { ImportProgress } from './progress.ts';

export type PlanArguments = Pick<
  ImportArguments,
  'file' | 'settings' | 'today' | 'priceTtlDays' | 'preset' | 'known'
>;

/**
 * Reads a price list as an import would, over one snapshot of the catalogue that others go on changing, and answers what
 * it would do. Nothing is written; what an import would throw for the file, this throws too.
 */
const planPriceList: Job<PlanArguments, DryRunAnswer, ImportProgress> = async (
  connection,
  { file, settings, today, priceTtlDays, preset = null, known = [] },
  emit,
  signal,
) => {
  const store = new ImportStore(connection);
  await store.begin();
  const brands = await store.brandTitles();
  const tally = new Tally();
  const plan = new PlanStore();
  try {
    const context = newContext({
      ledger: new PlannedLedger(store, plan, settings.providerId, brandsOf(settings)),
      today,
      settings,
      tally,
      liveDay: firstLiveDay(today, priceTtlDays),
      brandTitle: (id) => brands.get(id) ?? '',
      runId: 0,
      waitingIn: plan.connection,
    });
    const steps = {
      emit,
      holdOwners: () => requireOwners(settings, (table, id) => store.hasOwner(table, id)),
      batchDone: async () => void tally.takeErrors(),
    };
    const applied = await applyFile(context, { file, preset, known }, steps, signal);
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
