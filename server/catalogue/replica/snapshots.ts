// Opens replicas (SQLite copies of the catalogue), and stores snapshots of them, from which processes that start later
// begin.
import { rm } from 'node:fs/promises';
import { backup } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely } from 'kysely';
import { openSqlite, QueryRunner } from '../../platform/database/sqlite-connection.ts';
import { sqliteDialect } from '../../platform/database/sqlite-database.ts';
import { DRAFT, type FileStore } from '../../platform/files/file-store.ts';
import type { CatalogueSource } from '../context/schema.ts';
import type { IndexReader } from '../context/search-questions.ts';
import { openReaders, type Reading } from '../search/readers.ts';
import { type CatalogueState, COPY_FORMAT, openWriting, stateOf } from './copy-file.ts';

export interface SnapshotPolicy {
  /** Changed rows after which another snapshot is worth its size; fewer than the log keeps entries. */
  readonly rows: number;
  /** How long the catalogue must be unchanged before one is written, ms: writing slows down the following of changes. */
  readonly calmMs: number;
}

const POLICY: SnapshotPolicy = { rows: 10_000, calmMs: 60_000 };

/** Snapshots of a catalogue that are kept: one may still be read when the next one is stored. */
const KEPT = 2;

interface SnapshotSaving {
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

/** More than a file can have. */
const ALL_PAGES = 0x7fffffff;

export interface OpenCopy extends IndexReader {
  readonly file: string;
  readonly read: CatalogueSource;
  state(): CatalogueState;
  /** Writes it into another file as it is at this moment, beside whatever goes on; resolves to the state there. */
  saveTo(file: string): Promise<CatalogueState>;
}

export function openCopy(file: string, reading: Reading): OpenCopy {
  // As long as one connection is open, those that come and go need not fold the write-ahead log into the file.
  const keeper = openWriting(file);
  const connection = openSqlite(file, true);
  const runner = new QueryRunner(connection);
  const readers = openReaders(file, reading);
  return {
    file,
    read: new Kysely({ dialect: sqliteDialect((sql, parameters) => runner.run(sql, parameters)) }),
    ask: readers.ask,
    state: () => finished(stateOf(connection)),
    saveTo: (other) => saveCopy(file, other),
    close: async () => {
      await readers.close();
      connection.close();
      keeper.close();
    },
  };
}

export async function removeCopy(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(file + ending, { force: true });
}

async function saveCopy(file: string, other: string): Promise<CatalogueState> {
  const from = openSqlite(file, true);
  try {
    // All pages in one step, off the main thread: a copy in steps begins anew with every change.
    await backup(from, other, { rate: ALL_PAGES });
  } finally {
    from.close();
  }
  const saved = openWriting(other);
  try {
    return finished(stateOf(saved));
  } finally {
    saved.close();
  }
}

function finished(state: CatalogueState | null): CatalogueState {
  if (!state) throw new Error('the copy of the catalogue is unfinished');
  return state;
}
