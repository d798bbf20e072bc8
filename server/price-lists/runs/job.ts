// The job that imports a price list in one transaction; it throws where nothing may stay: unreadable, cancelled, or
// doubtful and not confirmed.
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
import { finishIndex } from '../../catalogue/search-index/index-writer.ts';
import type { Job } from '../../platform/database/jobs.ts';
import { ComparedList, type ImportProgress } from '../apply/compare-list.ts';
import { doubtsOfProgram } from '../rules/program-doubts.ts';
import { type DoubtfulFacts, otherOutcome } from './failures.ts';
import type { ImportArguments } from './jobs.ts';

const importPriceList: Job<ImportArguments, UploadAnswer, ImportProgress> = async (connection, args, emit, signal) => {
  const { runId, now, refuseDoubtful = false, seen = null } = args;
  const began = performance.now();
  const list = await ComparedList.of(connection, args, runId, emit, signal);
  const { tally, store } = list;
  const doubts = args.isOfProgram ? doubtsOfProgram(list.doubts) : list.doubts;
  const isConfirmed = args.isConfirmed || seen !== null;
  if (seen !== null && !args.isConfirmed) {
    const plan = await list.plan();
    if (plan.digest !== seen) throw otherOutcome(plan);
  }
  if (refuseDoubtful && !isConfirmed && doubts.length > 0) {
    // It crosses a thread by its code and facts.
    const facts: DoubtfulFacts = { suspicions: [...doubts], counts: tally.runCounts };
    throw Object.assign(new Error('import looks wrong'), { code: 'DOUBTFUL_IMPORT', facts });
  }
  const confirmed = isConfirmed && doubts.length > 0 ? { isConfirmed } : {};
  const answer = { ...tally.answer(runId, doubts, isConfirmed), ...confirmed, encoding: list.encoding };
  await list.carryOut(runId, now, signal);
  if (list.isChange) {
    await finishIndex(connection);
    await store.bumpVersion();
  }
  await list.close();
  const endedAt = now + Math.round(performance.now() - began);
  const counts = { ...tally.runCounts, doubtful: [...doubts], ...confirmed };
  await store.finishRun(runId, endedAt, { ...answer, ...tally.groups }, counts);
  return answer;
};

export default importPriceList;
