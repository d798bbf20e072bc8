// The job of a dry run: what importing a price list would change, by one snapshot; what it writes goes with its
// transaction. Throws what an import would throw.
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { ComparedList, type ImportProgress } from '../apply/compare-list.ts';
import type { PlanArguments } from './jobs.ts';

const planPriceList: Job<PlanArguments, DryRunAnswer, ImportProgress> = async (connection, args, emit, signal) => {
  const list = await ComparedList.of(connection, args, null, emit, signal);
  return list.plan();
};

export default planPriceList;
