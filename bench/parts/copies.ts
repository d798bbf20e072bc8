import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { migrations } from '../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../server/catalogue/context/schema.ts';
import { countVisible } from '../../server/catalogue/parts/visible-positions.ts';
import { openShopService } from '../../server/operations/services/databases.ts';
import type { ShopService } from '../../server/operations/services/shop.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import type { DatabaseLocation } from '../../server/platform/database/types.ts';
import { dayNumber } from '../../server/platform/text/day.ts';
import { openStagedLists } from '../../server/price-lists/guess/staged-lists.ts';
import { runImport } from '../../server/price-lists/runs/jobs.ts';
import { startRun } from '../../server/price-lists/runs/run-store.ts';
import { settingsOf } from '../../server/price-lists/settings/import-settings.ts';
import type { Part } from '../part.ts';
import { locationOf } from '../place.ts';
import { quantilesOf } from '../quantiles.ts';
import { makeQueries, QUERY_CLASSES } from '../queries.ts';
import { type Figure, leftOut, milliseconds, whole } from '../table.ts';
import { makePriceList } from '../uploads.ts';
import type { Workbench } from '../workbench.ts';

const WHOLE = { each: 300, rounds: 3, rows: 100_000 };
const SMALL: typeof WHOLE = { each: 10, rounds: 1, rows: 2_000 };
type Size = typeof WHOLE;
const LOOK_MS = 50;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: performance.now() - began };
}

const searchOn = (bridge: ShopService, query: string) =>
  timed(() => bridge.search.search({ query, limit: 25, offset: 0, last: 0, cursor: '' }));

/** Time of each of the queries, milliseconds. */
async function timesOf(bridge: ShopService, queries: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) times.push((await searchOn(bridge, query)).ms);
  return times;
}

/** Medians of two services asked in turn, the best of the rounds: what else the machine does falls on both. */
async function medians(
  one: ShopService,
  other: ShopService,
  queries: readonly string[],
  { rounds }: Size,
): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    best[0] = Math.min(best[0], quantilesOf(await timesOf(one, queries)).p50);
    best[1] = Math.min(best[1], quantilesOf(await timesOf(other, queries)).p50);
  }
  return best;
}

/**
 * Copies of a catalogue in PostgreSQL beside the embedded catalogue, both asked in this process without HTTP: searches,
 * the making of a copy, and how a process follows another one's import.
 */
export const copies: Part = {
  name: 'copies',
  title: ({ count }) => `Copies of ${whole(count)} positions in PostgreSQL`,
  async measure(bench) {
    if (!bench.hasPostgres) return [leftOut('copies of a catalogue', 'no --postgres')];
    const opened: ShopService[] = [];
    try {
      return await measureCopies(bench, bench.small ? SMALL : WHOLE, opened);
    } finally {
      for (const bridge of opened) await bridge.close();
    }
  },
};

/** Leaves what it has opened and not closed in `opened`. */
async function measureCopies(bench: Workbench, size: Size, opened: ShopService[]): Promise<Figure[]> {
  const { folder, count, say } = bench;
  const embeddedAt = locationOf(await bench.makePlace('catalogue', 'sqlite'), 'bridge');
  const postgresAt = locationOf(await bench.makePlace('catalogue', 'postgres'), 'bridge');
  const open = async (location: DatabaseLocation, name: string, calmMs: number) => {
    const bridge = await openShopService({
      location,
      filesFolder: join(folder, location.dialect),
      copyFolder: join(folder, name),
      snapshots: { rows: 1, calmMs },
      timeZone: 'UTC',
      priceTtlDays: 0,
      clock: () => Date.now(),
      log: pino({ level: 'error' }),
    });
    opened.push(bridge);
    return bridge;
  };
  const figures: Figure[] = [];
  const report = (figure: Figure) => {
    figures.push(figure);
    say(`  ${figure.name}: ${figure.figure}`);
  };
  const embedded = await open(embeddedAt, 'none', 0);
  const built = await timed(() => open(postgresAt, 'first', 0));
  report({ name: 'copy made from PostgreSQL', figure: seconds(built.ms) });
  const saved = await timed(() => snapshotIn(join(folder, 'postgres', 'snapshots')));
  report({ name: 'snapshot stored', figure: seconds(saved.ms) });
  const loaded = await timed(() => open(postgresAt, 'second', 3_600_000));
  report({ name: 'snapshot loaded and followed', figure: seconds(loaded.ms), goal: '≤ 10 s' });
  const [first, second] = [built.value, loaded.value];

  const { byClass, mix } = makeQueries(count, size.each);
  await timesOf(embedded, mix);
  await timesOf(second, mix);
  for (const kind of QUERY_CLASSES) {
    const [own, copied] = await medians(embedded, second, byClass[kind], size);
    report({
      name: `${kind}: embedded, copy`,
      figure: `${milliseconds(own)}, ${milliseconds(copied)} (${(copied / own).toFixed(2)} ×)`,
      goal: '≤ 1.2 ×',
    });
  }

  opened.splice(opened.indexOf(first), 1);
  await first.close();
  const quiet = quantilesOf(await timesOf(second, mix)).p99;
  const file = await makePriceList(folder, { count: size.rows, firstPart: count, week: 0 });
  const times: number[] = [];
  let isFollowed = false;
  const following = follow(postgresAt, second, file).finally(() => {
    isFollowed = true;
  });
  for (let at = 0; !isFollowed; at++) times.push((await searchOn(second, mix[at % mix.length] ?? '')).ms);
  report({
    name: `import of ${whole(size.rows)} rows shown after its end`,
    figure: seconds(await following),
    goal: '≤ 10 s',
  });
  report({
    name: 'mix meanwhile, p99 (before)',
    figure: `${milliseconds(quantilesOf(times).p99)} (${milliseconds(quiet)})`,
    goal: '≤ 25 ms',
  });
  return figures;
}

async function snapshotIn(folder: string): Promise<void> {
  for (;;) {
    const names = await readdir(folder).catch(() => []);
    if (names.some((name) => name.endsWith('.db'))) return;
    await pause(LOOK_MS);
  }
}

/** Imports a file as another process; resolves to how long after the commit the service shows it, milliseconds. */
async function follow(location: DatabaseLocation, bridge: ShopService, file: string): Promise<number> {
  const database = await openDatabase<CatalogueSchema>(location, migrations);
  const now = Date.now();
  const settings = settingsOf({
    brandId: '1',
    providerId: '1',
    startRow: '2',
    article: '1',
    title: '2',
    price: '3',
    amount: '4',
    manufacturer: '5',
    addNewPositionMode: 'on',
  });
  const runId = await startRun(database, { uploadId: null, uid: 'bench', fileName: 'list.xlsx', settings }, now);
  const staged = await openStagedLists(`${file}-staged`, Date.now).of(file);
  const run = { runId, staged, settings, now, today: dayNumber(now, 'UTC'), priceTtlDays: 0 };
  await runImport(database, run, () => {}, new AbortController().signal);
  const { ms } = await timed(async () => {
    const rows = await countVisible(database.read);
    await bridge.context.shown.caughtUp();
    while ((await countVisible(bridge.context.shown.read)) < rows) await pause(LOOK_MS);
  });
  await database.close();
  return ms;
}
