import type { UploadAnswer } from '../../contract/bridge.ts';
import { type Memory, ownMemory, useDuring } from '../memory.ts';
import { engineTitle, type Part } from '../part.ts';
import { searchWhile } from '../search-times.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, leftOut, megabytes, whole } from '../table.ts';
import { makePriceList, Uploader } from '../uploads.ts';
import type { Scale, Workbench } from '../workbench.ts';

const ROWS = 100_000;
const ROWS_SMALL = 2_000;
/** Different queries that are asked beside an import. */
const EACH = 400;
const EACH_SMALL = 10;
/** Shares of rows that the catalogue does not have: a list with other parts, and next week's of the same supplier. */
const NEW_IN_OTHER = 0.3;
const NEW_IN_WEEKLY = 0.02;

/** Memory as a figure, where the system tells it. */
const memoryFigure = (name: string, memory: Memory, goal: string): Figure =>
  memory === null ? leftOut(name, 'this system does not tell') : { name, figure: megabytes(memory), goal };

/**
 * Imports from .xlsx over HTTP, from the first byte to the answer. The parts of the lists stand behind those of the
 * catalogue, so that new rows bring new articles too.
 */
export const importing: Part = {
  name: 'import',
  title: (scale) => `Import of ${whole(rowsOf(scale))} rows of .xlsx over HTTP, ${engineTitle(scale)}`,
  measure: async (bench) => measureImport(await bench.start(await bench.makePlace('catalogue')), bench),
};

const rowsOf = ({ small }: Scale): number => (small ? ROWS_SMALL : ROWS);

async function measureImport(server: BenchServer, bench: Workbench): Promise<Figure[]> {
  const { folder, count } = bench;
  const rows = rowsOf(bench);
  const list = (offset: number, week: number) =>
    makePriceList(folder, { count: rows, firstPart: count + offset, week });
  const [base, other, weekly] = [
    await list(0, 0),
    await list(rows * NEW_IN_OTHER, 0),
    await list(rows * NEW_IN_WEEKLY, 1),
  ];
  const uploader = await Uploader.signedIn(server);
  const figures: Figure[] = [];
  const idle = await ownMemory(server.pid);
  let most: { server: number; child: Memory } = { server: 0, child: null };

  const timed = async (name: string, file: string, provider: number, goal?: string): Promise<void> => {
    let answer: UploadAnswer | null = null;
    let cpu = 0;
    let seconds = 0;
    const use = await useDuring(server.pid, async () => {
      const watched = await server.watch(async () => {
        const began = performance.now();
        answer = await uploader.upload(file, provider);
        seconds = (performance.now() - began) / 1000;
      });
      cpu = watched.cpuSeconds;
    });
    most = {
      server: Math.max(most.server, use.server ?? 0),
      child: use.child === null ? null : Math.max(most.child ?? 0, use.child),
    };
    const { created, updated } = answer as unknown as UploadAnswer;
    const processor = `${cpu.toFixed(1)} s of processor, reading child ${use.childCpuSeconds.toFixed(1)} s`;
    figures.push({
      name: `${name}: ${whole(created)} new, ${whole(updated)} changed`,
      figure: `${whole(rows / seconds)} rows/s (${processor})`,
      goal,
    });
  };

  await timed('all new', base, 1);
  await timed('list with other parts', other, 1, '≥ 25 000 rows/s');
  await uploader.upload(base, 2);
  await timed('weekly list', weekly, 2, '≥ 40 000 rows/s');
  await uploader.upload(base, 3);
  const beside = await searchWhile(
    server,
    { count, each: bench.small ? EACH_SMALL : EACH, name: `${whole(rows)} rows are imported` },
    () => uploader.upload(other, 3),
  );
  return [
    ...figures,
    memoryFigure("server's memory over idle", idle === null ? null : most.server - idle, '≤ 200 MB'),
    memoryFigure("reading child's memory", most.child, '≤ 300 MB'),
    ...beside,
  ];
}
