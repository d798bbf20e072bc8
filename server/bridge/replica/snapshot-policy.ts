import type { FastifyBaseLogger } from 'fastify';
import { type OpenCopy, removeCopy } from './open-copy.ts';
import { fittingNames, snapshotName } from './snapshot-names.ts';
import type { SnapshotStore } from './snapshots.ts';

export interface SnapshotPolicy {
  /** Changed rows after which another snapshot is worth its size; fewer than the log keeps entries. */
  readonly rows: number;
  /** How long nothing may have changed before it is written: it takes the disk from whoever follows, ms. */
  readonly calmMs: number;
}

const POLICY: SnapshotPolicy = { rows: 10_000, calmMs: 60_000 };

/** Snapshots of a catalogue that are kept: one may be on its way to somebody when the next is put beside it. */
const KEPT = 2;

export interface SnapshotSaving {
  /** So many rows changed. */
  changed(rows: number): void;
  /** There is none that shows what this copy shows. */
  isDue(): void;
  close(): Promise<void>;
}

/** Leaves snapshots of a copy in the store; `draft` is a file of its own for one under way. */
export function saveSnapshots(
  store: SnapshotStore,
  draft: string,
  copy: () => OpenCopy,
  log: FastifyBaseLogger,
  { rows: enough, calmMs }: SnapshotPolicy = POLICY,
): SnapshotSaving {
  let rows = 0;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();

  async function save(): Promise<void> {
    rows = 0;
    const [newest = ''] = fittingNames(await store.list(), copy().state());
    // Another process was quicker.
    if (newest >= snapshotName(copy().state())) return;
    await removeCopy(draft);
    const state = await copy().saveTo(draft);
    await store.put(snapshotName(state), draft);
    await removeCopy(draft);
    const names = await store.list();
    const kept = new Set(fittingNames(names, state).slice(0, KEPT));
    for (const name of names) if (!kept.has(name)) await store.remove(name);
  }

  function changed(count: number): void {
    rows += count;
    if (rows < enough) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      saving = saving.then(save).catch((error) => log.warn({ err: error }, 'no snapshot of the catalogue'));
    }, calmMs).unref();
  }

  return {
    changed,
    isDue: () => changed(enough),
    close: () => {
      clearTimeout(timer);
      return saving;
    },
  };
}
