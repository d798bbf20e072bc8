import type { Candidate } from '../rules/row.ts';
import type { ApplyContext } from './context.ts';
import type { Held } from './held.ts';
import { applyCandidates, applyClearRows } from './supplier-rows.ts';

const BATCH_ROWS = 1_000;

/** Applies the rows that waited for the end of their sheet, whatever order they came in. */
export async function applySheetRows(context: ApplyContext, signal: AbortSignal): Promise<void> {
  for await (const { goods, groups } of context.headings.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    context.tally.counts.groups += groups;
    await applyClearRows(context, goods);
  }
  for await (const rows of context.unclear.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    await applyClearRows(context, rows);
  }
  context.tally.warn(context.unclear.decisions());
}

/**
 * Applies the rows whose meaning depends on which manufacturers the file names; by now it has named them all. Each is
 * applied in the context of its sheet, which `contextAt` tells by its place.
 */
export async function applyMakersRows(
  context: ApplyContext,
  contextAt: (place: number) => ApplyContext,
  signal: AbortSignal,
): Promise<void> {
  let last = { key: '', namesMaker: false };
  for await (const candidates of context.waiting.take(BATCH_ROWS)) {
    signal.throwIfAborted();
    // The rows of one article may end in another batch; what the file says of it was seen before the first of them.
    const asked = new Map([[last.key, last.namesMaker]]);
    const namesMaker = (key: string, positions: readonly Held[]): boolean => {
      const names = asked.get(key) ?? isMakerNamed(context, key, positions);
      asked.set(key, names);
      return names;
    };
    for (const [onSheet, rows] of Map.groupBy(candidates, ({ row }) => contextAt(row)))
      await applyCandidates(onSheet, rows, namesMaker);
    const { key } = candidates.at(-1) as Candidate;
    last = { key, namesMaker: asked.get(key) ?? false };
  }
}

/** Whether a row has named a manufacturer for the article; only such rows have named these positions so far. */
const isMakerNamed = ({ unapplied }: ApplyContext, key: string, positions: readonly Held[]): boolean =>
  unapplied.has(key) ||
  positions.some(({ manufacturer_key, row }) => manufacturer_key !== '' && row !== null);
