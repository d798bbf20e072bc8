import { constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BENCH_SEED, fillBench } from './generator/fill.ts';

export interface CatalogueOptions {
  /** Where generated catalogues are kept. */
  readonly folder: string;
  readonly dataFolder: string;
  readonly count: number;
  readonly postgres: string | null;
  readonly say: (line: string) => void;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Brings what still stands in the write-ahead log into the file, which is copied alone. */
function mergeLog(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Puts a generated catalogue where the server expects its own; embedded ones are made once and copied. */
export async function prepareCatalogue(options: CatalogueOptions): Promise<void> {
  const { folder, dataFolder, count, postgres, say } = options;
  const began = performance.now();
  const progress = (made: number) => say(`  ${made} positions`);
  say(`Filling a catalogue of ${count} positions…`);
  if (postgres) {
    await fillBench({ dialect: 'postgres', url: postgres, schema: 'bridge' }, count, progress);
  } else {
    await mkdir(dataFolder, { recursive: true });
    const kept = join(folder, `catalogue-${count}-${BENCH_SEED}.db`);
    if (!(await exists(kept))) {
      const draft = join(folder, 'draft.db');
      for (const ending of ['', '-wal', '-shm']) await rm(draft + ending, { force: true });
      await fillBench({ dialect: 'sqlite', file: draft }, count, progress);
      mergeLog(draft);
      await rename(draft, kept);
    }
    await copyFile(kept, join(dataFolder, 'bridge.db'), constants.COPYFILE_FICLONE);
  }
  say(`  done in ${Math.round((performance.now() - began) / 1000)} s`);
}
