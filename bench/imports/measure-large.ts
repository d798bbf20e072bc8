import { ownMemory } from '../memory.ts';
import { type Figure, whole } from '../table.ts';
import { makePriceList, Uploader } from '../uploads.ts';
import type { Engine, Workbench } from '../workbench.ts';
import { memoryFigure } from './figures.ts';
import { timedWork } from './timed-upload.ts';

/** What memory the largest list takes: the server's and, at one moment, that of all its processes. */
export async function measureLarge(bench: Workbench, engine: Engine, rows: number): Promise<Figure[]> {
  const file = await makePriceList(bench.folder, { count: rows, firstPart: bench.count, week: 0 });
  const server = await bench.start(await bench.makePlace('catalogue', engine));
  const uploader = await Uploader.signedIn(server);
  const idle = await ownMemory(server.pid);
  const took = await timedWork(server, () => uploader.upload(file, 1));
  await server.stop();
  const over = took.server === null || idle === null ? null : took.server - idle;
  return [
    { name: `${whole(rows)} rows: ${whole(took.answer.created)} new`, figure: `${whole(rows / took.seconds)} rows/s` },
    memoryFigure('of these, all processes together', took.together, '≤ 600 MB'),
    memoryFigure('of these, the server over idle', over, '≤ 200 MB'),
  ];
}
