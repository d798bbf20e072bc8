import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShopService } from '../../../server/operations/services/shop.ts';
import { folderStores } from '../../../server/platform/files/file-store.ts';
import { keptFilesIn } from '../../../server/price-lists/runs/order.ts';
import { NOON } from '../../support/bridge.ts';
import { writeZip } from '../../support/workbooks.ts';
import { workFolder } from '../../support/workbooks-read.ts';
import { shopIn } from './evening-shop.ts';
import { type Fields, KillableShop, type List } from './kill-moments.ts';

// @module-tag deep

const ROWS = 6_000;
const FIELDS: Fields = {
  brandId: '1',
  providerId: '1',
  addNewPositionMode: 'on',
  article: '1',
  title: '2',
  price: '3',
  amount: '4',
};
const SEED = Number(process.env.KILL_SEED ?? fc.sample(fc.nat(), 1)[0]);
/** How long after the beginning of each phase it is killed at the latest, ms. */
const LATEST = { receiving: 100, queued: 300, reading: 600, committing: 40, undoing: 500 } as const;
type Phase = keyof typeof LATEST;

/** Two moments of each phase. */
const MOMENTS = (Object.keys(LATEST) as Phase[]).flatMap((phase, at) =>
  fc
    .sample(fc.nat(LATEST[phase]), { seed: SEED + at, numRuns: 2 })
    .map((delay, turn) => ({ phase, delay, isZipped: turn === 1 })),
);

/** A list in which this price stands for everything; its name says so. */
const listOf = (price: number): List => {
  const lines = Array.from({ length: ROWS }, (_, at) => `A-${at};Фильтр ${at};${price};${price}`);
  return { name: String(price), content: Buffer.from(lines.join('\n')), fields: FIELDS };
};
const SMALL: List = { name: 'small.csv', content: Buffer.from('Б-1;Вал;5;5'), fields: { ...FIELDS, providerId: '2' } };

async function zipped(list: List, folder: string): Promise<List> {
  const path = join(folder, 'list.zip');
  await writeZip(path, { 'price.csv': list.content });
  return { ...list, content: Buffer.from(await readFile(path)) };
}

/** Brings the shop into a phase of an import or of an undo. */
async function enter(shop: KillableShop, phase: Phase, list: List): Promise<void> {
  if (phase === 'receiving') return shop.sendHalf(list);
  if (phase === 'undoing') return shop.beginUndo((await shop.apply(list)).runId);
  if (phase === 'queued') await shop.begin(listOf(Number(list.name) + 1), 'reading');
  return shop.begin(list, phase);
}

/** The price that stands for everything after these runs, by the history; null where nothing is left. */
async function priceByHistory({ database }: ShopService): Promise<number | null> {
  const runs = await database.read.selectFrom('import_runs').selectAll().orderBy('id').execute();
  expect(new Set(runs.map(({ state }) => state)).difference(new Set(['done', 'interrupted']))).toEqual(new Set());
  const undone = new Set(runs.flatMap(({ state, undoes }) => (state === 'done' ? (undoes ?? []) : [])));
  const standing = runs.filter((run) => run.state === 'done' && run.provider_id === 1 && !undone.has(run.id));
  return standing.length === 0 ? null : Number(standing.at(-1)?.file_name);
}

async function expectAllOrNothing(bridge: ShopService, filesFolder: string): Promise<void> {
  const { read } = bridge.database;
  const price = await priceByHistory(bridge);
  const found = await read
    .selectFrom('positions')
    .select(['price', 'amount', ({ fn }) => fn.countAll<number>().as('count')])
    .where('provider_id', '=', 1)
    .where('hidden', '=', 0)
    .groupBy(['price', 'amount'])
    .execute();
  expect(found).toEqual(price === null ? [] : [{ price: price * 100, amount: price, count: ROWS }]);
  const interrupted = await read
    .selectFrom('import_runs as r')
    .leftJoin('import_changes as c', 'c.run_id', 'r.id')
    .select(['r.report', 'r.counts', 'c.position_id'])
    .where('r.state', '=', 'interrupted')
    .execute();
  for (const run of interrupted) expect(run).toEqual({ report: null, counts: null, position_id: null });

  expect(await readdir(filesFolder)).not.toContain('incoming');
  const runs = await read.selectFrom('import_runs').select('kept_file').execute();
  const named = runs.flatMap(({ kept_file }) => kept_file ?? []);
  const kept = join(filesFolder, 'received');
  await keptFilesIn(folderStores(kept, () => NOON).of('')).sweep(new Set(named), Number.POSITIVE_INFINITY);
  expect((await readdir(kept)).toSorted()).toEqual(named.toSorted());
}

test('security 29: killed at ten random moments, all of a run stands or nothing, the history says which, and the queue goes on', {
  timeout: 240_000,
}, async () => {
  const folder = await workFolder();
  const { location, filesFolder, open } = await shopIn(folder, ['ТЕСТ', 'Второй']);

  for (const [at, { phase, delay, isZipped }] of MOMENTS.entries()) {
    const shop = await KillableShop.start(location, filesFolder);
    await shop.apply(SMALL);
    const list = listOf(10 + at * 10);
    await enter(shop, phase, isZipped ? await zipped(list, folder) : list);
    await pause(delay);
    await shop.kill();
    const bridge = await open();
    try {
      await expectAllOrNothing(bridge, filesFolder);
    } catch (error) {
      throw new Error(`KILL_SEED=${SEED}: ${phase}, killed after ${delay} ms`, { cause: error });
    } finally {
      await bridge.close();
    }
  }
});
