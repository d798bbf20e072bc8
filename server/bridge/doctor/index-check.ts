import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '../../database/sqlite/connection.ts';
import type { Check } from '../../doctor/check.ts';
import { isWhole } from '../replica/copy-file.ts';
import { rebuildIndex } from '../search/upkeep.ts';
import { indexFaults } from './index-faults.ts';

/** The search index of an embedded catalogue holds what its positions say. */
export const indexCheck: Check = {
  name: 'search index',
  run: async ({ connection }) => {
    if (connection.dialect !== 'sqlite') throw new Error('PostgreSQL holds no index');
    const faults = indexFaults(connection.db);
    return {
      faults,
      ...(faults.length > 0 && {
        mend: (bench) =>
          bench.write(async (writing) => {
            if (writing.dialect !== 'sqlite') throw new Error('PostgreSQL holds no index');
            return `built the index of ${await rebuildIndex(writing)} positions anew`;
          }),
      }),
    };
  },
};

const COPY = /^copy-\d+\.db$/;

/** The same of this machine's copies of a catalogue in PostgreSQL, each against its own positions. */
export const copyIndexes = (copyFolder: string): Check => ({
  name: 'search index',
  run: async () => {
    const faults: string[] = [];
    for (const path of await readdir(copyFolder, { recursive: true }).catch(() => [])) {
      const file = join(copyFolder, path);
      if (!COPY.test(file.split(/[\\/]/).at(-1) ?? '')) continue;
      faults.push(...copyFaults(file).map((fault) => `${file}: ${fault}; remove it while no server runs`));
    }
    return { faults };
  },
});

function copyFaults(file: string): string[] {
  // One that is being made, or was left half made, is nobody's yet.
  if (!isWhole(file)) return [];
  const db = openSqlite(file, true);
  try {
    db.exec('begin');
    return indexFaults(db);
  } finally {
    db.close();
  }
}
