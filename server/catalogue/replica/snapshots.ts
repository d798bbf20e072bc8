import type { FastifyBaseLogger } from 'fastify';
import type { FileStore } from '../../platform/files/file-store.ts';
import { DRAFT } from '../../platform/files/folder-store.ts';
import type { CatalogueState } from './catalogue-log.ts';
import { COPY_FORMAT } from './copy-file.ts';
import { type OpenCopy, removeCopy } from './open-copy.ts';

export interface SnapshotPolicy {
  /** Changed rows after which another snapshot is worth its size; fewer than the log keeps entries. */
  readonly rows: number;
  /** How long nothing may have changed before it is written: it takes the disk from whoever follows, ms. */
  readonly calmMs: number;
}

const POLICY: SnapshotPolicy = { rows: 10_000, calmMs: 60_000 };

/** Snapshots of a catalogue that are kept: one may be on its way to somebody when the next is put beside it. */
const KEPT = 2;

interface SnapshotSaving {
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

const ENDING = '.db';
/** Digits of the largest transaction number. */
const DIGITS = 20;

const prefixOf = ({ catalogue }: CatalogueState): string => `copy-${COPY_FORMAT}-${catalogue}-`;

/** The name of a copy that shows this state; of two of one catalogue the later one sorts behind. */
function snapshotName(state: CatalogueState): string {
  // The middle of the notation is the first transaction that had not begun.
  const end = state.place.split(':')[1] ?? '0';
  return prefixOf(state) + end.padStart(DIGITS, '0') + ENDING;
}

/** The names of copies that may serve a process which finds the catalogue in this state, the newest first. */
export function fittingNames(names: readonly string[], state: CatalogueState): string[] {
  const fitting = (name: string) => name.startsWith(prefixOf(state)) && name.endsWith(ENDING);
  return names.filter(fitting).sort().reverse();
}

/** Where processes leave copies of the catalogue for those that start later; on several machines, one that all reach. */
export interface SnapshotStore {
  /** Names of all that there are. */
  list(): Promise<readonly string[]>;
  /** Brings one into a file; rejects when it is gone. */
  fetch(name: string, file: string): Promise<void>;
  /** Keeps a file under a name; it is there as a whole or not at all. */
  put(name: string, file: string): Promise<void>;
  /** Forgets one; nothing happens when it is gone already. */
  remove(name: string): Promise<void>;
}

export const snapshotsIn = (store: FileStore): SnapshotStore => ({
  async list() {
    const names: string[] = [];
    for await (const { name } of store.list()) if (!name.endsWith(DRAFT)) names.push(name);
    return names;
  },
  async fetch(name, file) {
    if (!(await store.fetch(name, file))) throw new Error(`the snapshot ${name} is gone`);
  },
  put: (name, file) => store.copy(name, file),
  remove: (name) => store.remove(name),
});
