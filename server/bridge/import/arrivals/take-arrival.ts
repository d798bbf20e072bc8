import type { DryRunAnswer } from '../../../../contract/import-runs.ts';
import type { ArrivalPlan, ArrivalState } from '../../../../contract/import-sources.ts';
import { HttpError } from '../../../http/errors.ts';
import { uploadError } from '../check-form.ts';
import { noteArrival } from './arrival-store.ts';
import type { ArrivedFile } from './checker.ts';
import type { ArrivalContext } from './context.ts';
import { failureText } from './failure-text.ts';
import { orderOf } from './order-of-source.ts';
import { reasonsToHold } from './reasons-to-hold.ts';
import type { Source } from './source.ts';

type Outcome =
  | { readonly state: 'applied'; readonly runId: number; readonly plan: ArrivalPlan }
  | { readonly state: 'held'; readonly reason: string; readonly plan: ArrivalPlan | null }
  | { readonly state: 'failed'; readonly reason: string };

/**
 * Imports a file that came by itself when its dry run is inside the limits of its source, holds it for a look when it is not,
 * and notes either. Rejects, with nothing noted, for what may work later: a full disk, a database that is away.
 */
export async function takeArrival(
  context: ArrivalContext,
  source: Source,
  file: ArrivedFile,
  signal: AbortSignal,
): Promise<ArrivalState> {
  const outcome = await importOrHold(context, source, file, signal);
  const { database, held, clock, log } = context;
  const heldFile = outcome.state === 'held' ? await held.keep(file.path) : null;
  const arrival = {
    sourceId: source.id,
    fileName: file.name,
    bytes: file.bytes,
    state: outcome.state,
    runId: outcome.state === 'applied' ? outcome.runId : null,
    plan: 'plan' in outcome ? outcome.plan : null,
    reason: 'reason' in outcome ? outcome.reason : null,
    heldFile,
  };
  await noteArrival(database, arrival, clock());
  log.info({ source: source.id, file: file.name, state: outcome.state }, 'a price list came by itself');
  return outcome.state;
}

async function importOrHold(
  { database, desk }: ArrivalContext,
  source: Source,
  file: ArrivedFile,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { order, doubt } = await orderOf(database.read, source, file, 'asked');
    const answer = await desk.plan(order, () => {}, signal);
    const plan = planOf(answer);
    const reasons = [...(doubt === null ? [] : [doubt]), ...reasonsToHold(answer, source.limits)];
    if (reasons.length > 0) return { state: 'held', reason: reasons.join('\n'), plan };
    const { runId } = await desk.submit(order, () => {}, signal);
    return { state: 'applied', runId, plan };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = uploadError(thrown);
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const reason = failureText(error);
    return error.message === 'import looks wrong'
      ? { state: 'held', reason, plan: null }
      : { state: 'failed', reason };
  }
}

const planOf = ({ counts, suspicions, rows }: DryRunAnswer): ArrivalPlan => ({ counts, suspicions, rows });
