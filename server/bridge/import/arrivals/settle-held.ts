import { conflict, HttpError, notFound } from '../../../http/errors.ts';
import { uploadError } from '../check-form.ts';
import type { Editor } from '../edits/editor.ts';
import { type KeptArrival, settleArrival } from './arrival-store.ts';
import type { ArrivalContext } from './context.ts';
import { failureText } from './failure-text.ts';
import { orderOf } from './order-of-source.ts';
import { findSource } from './source-store.ts';

type HeldArrival = KeptArrival & { readonly heldFile: string };

/** Imports a held price list as its source says now, for the person who has looked at it. Throws what the API answers. */
export async function applyHeld(context: ArrivalContext, arrival: HeldArrival, by: Editor): Promise<void> {
  const { database, desk, held } = context;
  const source = await findSource(database.read, arrival.sourceId);
  if (!source) throw notFound('source not found');
  const kept = await held.borrow(arrival.heldFile);
  if (!kept) throw notFound('file is not kept');
  const file = { path: kept.path, name: arrival.fileName, bytes: arrival.bytes };
  try {
    const { order } = await orderOf(database.read, source, file, 'confirmed');
    const { runId } = await desk.submit({ ...order, ...by }, () => {}, new AbortController().signal);
    await settle(context, arrival, { state: 'applied', runId, reason: null });
  } catch (thrown) {
    const error = uploadError(thrown);
    if (error instanceof HttpError && error.status === 400)
      await settle(context, arrival, { state: 'failed', runId: null, reason: failureText(error) });
    throw error;
  } finally {
    await kept.release();
  }
}

/** Puts a held price list aside for good. */
export const rejectHeld = (context: ArrivalContext, arrival: HeldArrival): Promise<void> =>
  settle(context, arrival, { state: 'ignored', runId: null, reason: arrival.reason });

async function settle(
  { database, held }: ArrivalContext,
  { id, heldFile }: HeldArrival,
  settled: Parameters<typeof settleArrival>[2],
): Promise<void> {
  if (!(await settleArrival(database, id, settled))) throw conflict('arrival is settled');
  await held.remove(heldFile);
}
