import { constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseLocation } from '../server/platform/database/types.ts';
import type { Databases } from './databases.ts';
import { BENCH_SEED, fillBench } from './generator/fill.ts';

interface CatalogueOptions {
  /** Where generated catalogues are kept. */
  readonly folder: string;
  readonly count: number;
  readonly say: (line: string) => void;
}

/** Generated catalogues: each is made when it is first asked for, and copied from then on. */
export interface Catalogues {
  /** Puts an embedded catalogue into a data folder. */
  copyTo(dataFolder: string): Promise<void>;
  /** Makes a PostgreSQL database with a catalogue in it; resolves to its address. */
  inPostgres(databases: Databases): Promise<string>;
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

/** Catalogues of `count` positions, embedded ones in a folder that may be kept for the next run. */
export function catalogues({ folder, count, say }: CatalogueOptions): Catalogues {
  const kept = join(folder, `catalogue-${count}-${BENCH_SEED}.db`);
  let template = '';

  async function fill(location: DatabaseLocation): Promise<void> {
    const began = performance.now();
    say(`  filling a catalogue of ${count} positions, ${location.dialect}…`);
    await fillBench(location, count, (made) => say(`  ${made} positions`));
    say(`  done in ${Math.round((performance.now() - began) / 1000)} s`);
  }

  return {
    async copyTo(dataFolder) {
      if (!(await exists(kept))) {
        await mkdir(folder, { recursive: true });
        const draft = join(folder, 'draft.db');
        for (const ending of ['', '-wal', '-shm']) await rm(draft + ending, { force: true });
        await fill({ dialect: 'sqlite', file: draft });
        mergeLog(draft);
        await rename(draft, kept);
      }
      await copyFile(kept, join(dataFolder, 'bridge.db'), constants.COPYFILE_FICLONE);
    },
    async inPostgres(databases) {
      if (!template) {
        const made = await databases.create();
        await fill({ dialect: 'postgres', url: made, schema: 'bridge' });
        template = made;
      }
      return databases.create(template);
    },
  };
}
