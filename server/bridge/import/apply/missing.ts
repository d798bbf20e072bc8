import { HIDDEN } from '../../../../contract/hidden.ts';
import type { ApplyContext } from './context.ts';
import { type Held, setHeldPosition } from './held.ts';

/**
 * What the form wishes for positions that the file does not name: they lose their stock, or are removed until a list
 * names them again. A row that failed names its article all the same. Hidden positions are left alone.
 */
export async function changeMissing(context: ApplyContext, signal: AbortSignal): Promise<void> {
  const { ledger, tally, mentioned, settings } = context;
  const { missing } = settings;
  const { created, updated, unchanged } = tally.counts;
  // A file of which nothing could be applied says nothing of what is missing.
  if (missing === 'leave' || created + updated + unchanged === 0) return;
  for await (const batch of ledger.unnamed()) {
    signal.throwIfAborted();
    const changed = batch.filter(
      (held) => !mentioned.has(held.current.article_key) && setMissing(held, missing === 'hide'),
    );
    tally.missing += changed.length;
    await ledger.keep(changed);
  }
}

/** Answers whether that changes the position. */
function setMissing(held: Held, isRemoved: boolean): boolean {
  const { current } = held;
  if (current.hidden !== HIDDEN.shown) return false;
  if (isRemoved) setHeldPosition(held, { ...current, hidden: HIDDEN.removed });
  else setHeldPosition(held, { ...current, amount: 0, in_stock: 0 });
  return held.dirty.length > 0;
}
