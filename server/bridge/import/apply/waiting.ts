import type { ApplyContext } from './context.ts';
import type { Held } from './held.ts';
import { applyCandidates, applyClearRows } from './supplier-rows.ts';

const BATCH_ROWS = 1_000;

/** Applies the rows that waited for the end of their file, whatever order they came in. */
export async function applyWaitingRows(context: ApplyContext, signal: AbortSignal): Promise<void> {
  for await (const rows of context.unclear.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    await applyClearRows(context, rows);
  }
  context.tally.warn(context.unclear.decisions());
  await applyMakersRows(context, signal);
}

/** Rows whose meaning depends on which manufacturers the file names; by now it has named them all. */
async function applyMakersRows(context: ApplyContext, signal: AbortSignal): Promise<void> {
  let last = { key: '', namesMaker: false };
  for await (const candidates of context.waiting.take(BATCH_ROWS)) {
    signal.throwIfAborted();
    // The rows of one article may end in another batch; what the file says of it was seen before the first of them.
    const before = last;
    const namesMaker = (key: string, positions: readonly Held[]): boolean => {
      const names = key === before.key ? before.namesMaker : isMakerNamed(context, key, positions);
      last = { key, namesMaker: names };
      return names;
    };
    await applyCandidates(context, candidates, namesMaker);
  }
}

/** Whether a row has named a manufacturer for the article; only such rows have named these positions so far. */
const isMakerNamed = ({ unapplied }: ApplyContext, key: string, positions: readonly Held[]): boolean =>
  unapplied.has(key) ||
  positions.some(({ manufacturer_key, row }) => manufacturer_key !== '' && row !== null);
