// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { fillDemo } from '../../../server/catalogue/demo/fill.ts';
import { DEMO_POSITIONS } from '../../../server/catalogue/demo/positions.ts';
import { eachDialect } from '../../support/databases.ts';

/** 2026-03-01 00:30 in Yekaterinburg, still the last of February in Greenwich. */
const MOMENT = Date.UTC(2026, 1, 28, 19, 30);
const options = { clock: () => MOMENT, timeZone: 'Asia/Yekaterinburg' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

eachDialect('the demonstration catalogue', (open) => {
  test('fills an empty catalogue, with photos, today as the price day, and ids to go on from', {
    timeout: 180_000,
  }, async () => {
    const database = await open<CatalogueSchema>(migrations);
    expect(await fillDemo(database, folder, options)).toBe(DEMO_POSITIONS);
    const rows = await database.read.selectFrom('positions').selectAll().execute();
    expect(rows).toHaveLength(DEMO_POSITIONS);
    expect(new Set(rows.map(({ alias }) => alias)).size).toBe(DEMO_POSITIONS);
    expect(new Set(rows.map(({ price_day }) => price_day))).toEqual(new Set([Date.UTC(2026, 2, 1) / 86_400_000]));
    expect(rows.every(({ amount, in_stock }) => in_stock === (amount > 0 ? 1 : 0))).toBe(true);
    const files = new Set(await readdir(join(folder, 'photos')));
    for (const { photo } of rows) if (photo) expect(files.has(photo)).toBe(true);
    const state = await database.read.selectFrom('catalogue_state').selectAll().executeTakeFirstOrThrow();
    expect(Number(state.version)).toBe(2);

    expect(await fillDemo(database, folder, options)).toBe(0);

    const [row] = rows;
    const added = await database.write((transaction) =>
      transaction
        .insertInto('positions')
        .values({ ...row, id: undefined, manufacturer_key: 'other', alias: 'other' } as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    expect(Number(added.id)).toBe(DEMO_POSITIONS + 1);
  });

  test('two servers that start at once fill it once', { timeout: 180_000 }, async () => {
    const database = await open<CatalogueSchema>(migrations);
    const filled = await Promise.all([fillDemo(database, folder, options), fillDemo(database, folder, options)]);
    expect(filled.sort()).toEqual([0, DEMO_POSITIONS]);
    const { count } = await database.read
      .selectFrom('positions')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(DEMO_POSITIONS);
  });

  test('leaves a catalogue alone that holds anything', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await database.write(async (transaction) => {
      await transaction.insertInto('brands').values({ title: 'Своя марка', created_at: 1, updated_at: 1 }).execute();
    });
    expect(await fillDemo(database, folder, options)).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });
});
