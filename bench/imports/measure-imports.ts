import type { UploadAnswer } from '../../contract/catalogue/runs.ts';
import { ownMemory } from '../memory.ts';
import { engineTitle } from '../part.ts';
import { searchWhile } from '../search-times.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, whole } from '../table.ts';
import { makePriceList, Uploader } from '../uploads.ts';
import type { Engine, Workbench } from '../workbench.ts';
import { measureBareInserts } from './bare-inserts.ts';
import { expectNothingWritten } from './catalogue-watch.ts';
import { importFigure, memoryFigure } from './figures.ts';
import { highest, type Took, timedWork } from './timed-upload.ts';

/** Shares of rows that the catalogue does not have: a list with other parts, and next week's of the same supplier. */
const NEW_IN_OTHER = 0.3;
const NEW_IN_WEEKLY = 0.02;
/** How many times longer than the others the list is that is first tried and then applied. */
const LONG = 3;
/** Different queries that are asked beside an import. */
const EACH = 400;
const EACH_SMALL = 10;

/** Seconds that the same imports take, by name, to hold one database beside another. */
export type ImportTimes = ReadonlyMap<string, number>;

export interface ImportsMeasured {
  readonly figures: readonly Figure[];
  readonly times: ImportTimes;
}

/**
 * Imports from .xlsx over HTTP, from the first byte to the answer, beside bare inserts of the same rows into the same
 * database. The parts of the lists stand behind those of the catalogue, so that new rows bring new articles too.
 */
export async function measureImports(bench: Workbench, engine: Engine, rows: number): Promise<ImportsMeasured> {
  const { folder, count } = bench;
  const list = (share: number, week: number, size = rows) =>
    makePriceList(folder, { count: size, firstPart: count + rows * share, week });
  const base = await list(0, 0);
  const other = await list(NEW_IN_OTHER, 0);
  const weekly = await list(NEW_IN_WEEKLY, 1);
  const long = await list(0, 2, rows * LONG);

  const bare = await measureBareInserts(bench, engine, rows);
  const figures: Figure[] = [];
  const report = (figure: Figure) => {
    figures.push(figure);
    bench.say(`  ${engineTitle({ engine })}, ${figure.name}: ${figure.figure}`);
  };
  report({ name: 'bare inserts: rows as listed, no index', figure: `${whole(bare.rows)} rows/s` });
  report({ name: 'bare inserts: positions with their indexes', figure: `${whole(bare.positions)} rows/s` });
  const place = await bench.makePlace('catalogue', engine);
  const server = await bench.start(place);
  const uploader = await Uploader.signedIn(server);
  const idle = await ownMemory(server.pid);
  const times = new Map<string, number>();
  const peaks: Took<unknown>[] = [];

  async function timed<Answer>(name: string, work: () => Promise<Answer>): Promise<Took<Answer>> {
    const took = await timedWork(server, work);
    peaks.push(took);
    times.set(name, took.seconds);
    return took;
  }
  async function imported(name: string, file: string, provider: number, goal?: string): Promise<Took<UploadAnswer>> {
    const took = await timed(name, () => uploader.upload(file, provider));
    report(importFigure(name, took, rows, bare, goal));
    return took;
  }

  await imported('all new', base, 1);
  await imported('list with 30 % new', other, 1, '≥ 1/15');
  await uploader.upload(base, 2);
  const changed = await imported('weekly list', weekly, 2, '≥ 1/12');
  await expectNothingWritten(place, async () => void (await imported('the same file again', weekly, 2)));
  const undone = await timed('undo', () => uploader.undo(changed.answer.runId));
  report({
    name: `undo of the weekly list: ${whole(undone.answer.restored + undone.answer.removed)} restored`,
    figure: `${(undone.seconds / changed.seconds).toFixed(2)} × the time of its import`,
    goal: '≤ 1 ×',
  });

  const dry = await timed('dry run', () => uploader.dryRun(long, 1));
  const applied = await timed('long list', () => uploader.upload(long, 1));
  const { created, updated } = applied.answer;
  report({
    name: `dry run of ${whole(rows * LONG)} rows: ${whole(created)} new, ${whole(updated)} changed`,
    figure: `${(dry.seconds / applied.seconds).toFixed(2)} × the import (${whole((rows * LONG) / applied.seconds)} rows/s)`,
    goal: '≤ 0.6 ×',
  });

  const beside = await measureBeside(bench, server, rows, () => uploader.upload(other, 3));
  await server.stop();
  const most = highest(peaks.map((took) => took.server));
  return {
    figures: [
      ...figures,
      memoryFigure("server's memory over idle", most === null || idle === null ? null : most - idle, '≤ 200 MB'),
      memoryFigure("reading child's memory", highest(peaks.map(({ child }) => child)), '≤ 300 MB'),
      ...beside,
    ],
    times,
  };
}

/** How searches fare beside an import. */
const measureBeside = (
  { count, small }: Workbench,
  server: BenchServer,
  rows: number,
  work: () => Promise<unknown>,
): Promise<Figure[]> =>
  searchWhile(server, { count, each: small ? EACH_SMALL : EACH, name: `${whole(rows)} rows are imported` }, work);
