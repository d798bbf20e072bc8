import type { UploadAnswer } from '../../contract/bridge.ts';
import { type Memory, ownMemory, useDuring } from '../memory.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, megabytes, whole } from '../table.ts';
import { makePriceList, Uploader } from '../uploads.ts';
import { searchWhile } from './search.ts';

const ROWS = 100_000;
/** Shares of rows that the catalogue does not have: a list with other parts, and next week's of the same supplier. */
const NEW_IN_OTHER = 0.3;
const NEW_IN_WEEKLY = 0.02;

const shown = (memory: Memory): string => (memory === null ? 'not told by this system' : megabytes(memory));

/**
 * Imports of 100,000 rows from .xlsx over HTTP, from the first byte to the answer. The parts of the lists stand behind
 * those of the catalogue, so that new rows bring new articles too.
 */
export async function measureImport(server: BenchServer, folder: string, count: number): Promise<Figure[]> {
  const list = (offset: number, week: number) =>
    makePriceList(folder, { count: ROWS, firstPart: count + offset, week });
  const [base, other, weekly] = [
    await list(0, 0),
    await list(ROWS * NEW_IN_OTHER, 0),
    await list(ROWS * NEW_IN_WEEKLY, 1),
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
      figure: `${whole(ROWS / seconds)} rows/s (${processor})`,
      goal,
    });
  };

  await timed('all new', base, 1);
  await timed('list with other parts', other, 1, '≥ 25 000 rows/s');
  await uploader.upload(base, 2);
  await timed('weekly list', weekly, 2, '≥ 40 000 rows/s');
  await uploader.upload(base, 3);
  const beside = await searchWhile(server, count, () => uploader.upload(other, 3));
  return [
    ...figures,
    {
      name: "server's memory over idle",
      figure: shown(idle === null ? null : most.server - idle),
      goal: '≤ 200 MB',
    },
    { name: "reading child's memory", figure: shown(most.child), goal: '≤ 300 MB' },
    ...beside,
  ];
}
