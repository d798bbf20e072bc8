import type { UploadAnswer } from '../../contract/catalogue/runs.ts';
import { ownMemory } from '../memory.ts';
import { engineTitle } from '../part.ts';
import { searchWhile } from '../search-times.ts';
import { type Figure, whole } from '../table.ts';
import { type KeptList, makePriceList, Uploader } from '../uploads.ts';
import type { Engine, Workbench } from '../workbench.ts';
import { measureBareInserts } from './bare-inserts.ts';
import { expectNothingWritten } from './catalogue-watch.ts';
import * as figures from './figures.ts';
import { tokenizerSeconds } from './reading.ts';
import { highest, type Took, timedWork } from './timed-upload.ts';

/** Shares of rows that the catalogue does not have: a list with other parts, and next week's of the same supplier. */
const NEW_IN_OTHER = 0.3;
const NEW_IN_WEEKLY = 0.02;
/** How many times shorter than the others the list is that is imported beside searches. */
const SHORTER = 3;
/** Different queries that are asked beside an import. */
const EACH = 400;
const EACH_SMALL = 10;
/** What a person corrects after the first check: prices and stocks change places. */
const OTHER_COLUMNS = { price: '4', amount: '3' };

/** What is asked of each database, beside its own bare inserts. */
const GOALS: Readonly<Record<Engine, Readonly<Partial<Record<'allNew' | 'someNew' | 'weekly' | 'staged', string>>>>> = {
  sqlite: { someNew: '≥ 1/20 of bare rows', weekly: '≥ 1/18 of bare rows', staged: '≥ 1/12 of bare rows' },
  postgres: { allNew: '≥ 1/4 of bare positions', weekly: '≥ 1/2.2 of bare positions' },
};

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
    makePriceList(folder, { count: size, firstPart: count + Math.round(rows * share), week });
  const base = await list(0, 0);
  const other = await list(NEW_IN_OTHER, 0);
  const weekly = await list(NEW_IN_WEEKLY, 1);
  const nextWeekly = await list(NEW_IN_WEEKLY, 2);
  const shorter = await list(NEW_IN_OTHER, 0, Math.round(rows / SHORTER));

  const bare = await measureBareInserts(bench, engine, rows);
  // While no server is among the processes that are watched.
  const tokenizer = await tokenizerSeconds(weekly);
  const all: Figure[] = [];
  const report = (figure: Figure) => {
    all.push(figure);
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
    await server.rest();
    const took = await timedWork(server, work);
    peaks.push(took);
    times.set(name, took.seconds);
    return took;
  }
  async function imported(
    name: string,
    from: string | KeptList,
    provider: number,
    { goal, seen }: { readonly goal?: string | undefined; readonly seen?: string } = {},
  ): Promise<Took<UploadAnswer>> {
    const took = await timed(name, () => uploader.upload(from, provider, seen === undefined ? {} : { seen }));
    report(figures.importFigure(name, took, rows, bare, goal));
    return took;
  }

  const goals = GOALS[engine];
  await imported('all new', base, 1, { goal: goals.allNew });
  await imported('list with 30 % new', other, 1, { goal: goals.someNew });
  await uploader.upload(base, 2);

  // As the page does it: the file is guessed, checked, checked by other columns and applied as the check has shown it.
  const guessed = await timed('guess', () => uploader.guess(weekly));
  const kept = guessed.answer;
  const checked = await timed('check', () => uploader.dryRun(kept, 2));
  const corrected = await timed('check by other columns', () => uploader.dryRun(kept, 2, OTHER_COLUMNS));
  report(figures.checkFigure('check of a list by other columns', corrected.seconds, guessed.seconds));
  const { digest } = checked.answer;
  const applied = await imported('weekly list that was read before', kept, 2, { goal: goals.staged, seen: digest });
  report(figures.processorFigure('guess, check and import of a weekly list', [guessed, checked, applied], tokenizer));
  const undone = await timed('undo', () => uploader.undo(applied.answer.runId));
  report({
    name: `undo of the weekly list: ${whole(undone.answer.restored + undone.answer.removed)} restored`,
    figure: `${(undone.seconds / applied.seconds).toFixed(2)} × the time of its import`,
    goal: '≤ 1 ×',
  });

  const fromFile = await imported('weekly list', nextWeekly, 2, { goal: goals.weekly });
  await expectNothingWritten(place, async () => void (await imported('the same file again', nextWeekly, 2)));
  report({
    name: 'guess and check of a weekly list',
    figure: `${((guessed.seconds + checked.seconds) / fromFile.seconds).toFixed(2)} × its import from the file`,
    goal: '≤ 0.6 ×',
  });

  const beside = await searchWhile(
    server,
    { count, each: bench.small ? EACH_SMALL : EACH, name: `${whole(rows / SHORTER)} rows are imported` },
    () => uploader.upload(shorter, 3),
  );
  await server.stop();
  const most = highest(peaks.map((took) => took.server));
  return {
    figures: [
      ...all,
      figures.memoryFigure(
        "server's memory over idle",
        most === null || idle === null ? null : most - idle,
        '≤ 200 MB',
      ),
      figures.memoryFigure("reading child's memory", highest(peaks.map(({ child }) => child)), '≤ 300 MB'),
      ...beside,
    ],
    times,
  };
}
