import { join } from 'node:path';
import { type Memory, ownMemory } from '../memory.ts';
import { engineTitle, type Part } from '../part.ts';
import type { Place } from '../place.ts';
import { makeQueries } from '../queries.ts';
import { measureBackup } from '../running/backup.ts';
import { measureStart } from '../running/start.ts';
import { measureTwo } from '../running/two.ts';
import { searchPath, timesOf } from '../search-times.ts';
import { type Figure, leftOut, megabytes, whole } from '../table.ts';
import type { Workbench } from '../workbench.ts';

const WHOLE = { starts: 5, each: 400, rounds: 3 };
const SMALL: typeof WHOLE = { starts: 1, each: 10, rounds: 1 };

/** What a shop of some years asks of its machine: starts, memory, backups, and a second instance. */
export const running: Part = {
  name: 'running',
  title: (scale) => `Instances over ${whole(scale.count)} positions, ${engineTitle(scale)}`,
  async measure(bench) {
    const { starts, each, rounds } = bench.small ? SMALL : WHOLE;
    const place = await bench.makePlace('catalogue');
    const paths = makeQueries(bench.count, each).mix.map(searchPath);
    // Builds the pages, and the copy beside PostgreSQL.
    await (await bench.start(place)).stop();
    const start = await measureStart(bench, place, starts);
    const first = await bench.start(place);
    await timesOf(first.client, paths);
    const memory = memoryFigure(await ownMemory(first.pid));
    const backup = await measureBackup(first.client, place, join(bench.folder, 'backups'), paths);
    const second = await bench.start(await besideOf(bench, place));
    await timesOf(second.client, paths);
    return [start, memory, ...backup, ...(await measureTwo([first, second], paths, rounds))];
  },
};

/** Where a second instance works: in the same embedded files, or over the same PostgreSQL with a folder of its own. */
async function besideOf(bench: Workbench, place: Place): Promise<Place> {
  if (!place.postgres) return place;
  const { dataFolder } = await bench.makePlace('nothing', 'sqlite');
  return { ...place, dataFolder };
}

function memoryFigure(memory: Memory): Figure {
  const name = 'own memory of an instance after its searches, over what the system keeps of the index';
  return memory === null ? leftOut(name, 'only Linux tells') : { name, figure: megabytes(memory), goal: '≤ 250 MB' };
}
