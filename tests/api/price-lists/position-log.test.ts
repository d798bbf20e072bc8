import { CompiledQuery } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { onSqlite } from '../../support/databases.ts';
import { importText, openCatalogue, positionsOf } from './catalogue.ts';

vi.setConfig({ testTimeout: 60_000 });

const LAST = 'SELECT coalesce(max(number), 0) AS last FROM position_changes';
const TRIGGERS = "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";
const ALL_TRIGGERS = ['position_delete', 'position_insert', 'position_update'];

type Catalogue = Database<CatalogueSchema>;

async function ask<Row>({ read }: Catalogue, sql: string): Promise<Row[]> {
  return (await read.executeQuery<Row>(CompiledQuery.raw(sql))).rows;
}

/** The positions that the log names while the work runs, in the order of ids. */
async function loggedBy(database: Catalogue, work: () => Promise<unknown>): Promise<number[]> {
  const [before] = await ask<{ last: number }>(database, LAST);
  await work();
  const sql = `SELECT DISTINCT position_id AS id FROM position_changes WHERE number > ${before?.last} ORDER BY id`;
  return (await ask<{ id: number }>(database, sql)).map(({ id }) => id);
}

const triggersOf = async (database: Catalogue): Promise<string[]> =>
  (await ask<{ name: string }>(database, TRIGGERS)).map(({ name }) => name);

const lines = (price: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `A-${at + 1};Вал;${price};1;ЗМЗ`);
const idsTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

// PostgreSQL logs changes in another way, which no import touches.
onSqlite('the log of positions that a long import changes', (open) => {
  it('names every new and every changed one once the import is over, and later changes too', async () => {
    const database = await openCatalogue(open);
    expect(await loggedBy(database, () => importText(database, lines(5, 700)))).toEqual(idsTo(700));
    expect(await loggedBy(database, () => importText(database, lines(6, 600)))).toEqual(idsTo(600));
    expect(await triggersOf(database)).toEqual(ALL_TRIGGERS);
    expect(await loggedBy(database, () => importText(database, lines(7, 3)))).toEqual([1, 2, 3]);
  });

  it('names those that the maker of another one moves to another part', async () => {
    const database = await openCatalogue(open);
    const nameless = lines(5, 300).map((line) => line.replace('ЗМЗ', ''));
    await importText(database, nameless, { form: { brandId: '2' } });
    expect(await loggedBy(database, () => importText(database, lines(5, 300)))).toEqual(idsTo(600));
    const parts = new Set((await positionsOf(database)).map(({ part_id }) => part_id));
    expect(parts.size).toBe(300);
  });

  it('goes on after an import of which nothing stays', async () => {
    const database = await openCatalogue(open);
    await importText(database, lines(5, 300));
    const broken = [...lines(9, 700), `A-1;"${'x'.repeat(9_000_000)}`];
    expect(await loggedBy(database, () => importText(database, broken).catch(() => {}))).toEqual([]);
    expect(await triggersOf(database)).toEqual(ALL_TRIGGERS);
    expect((await positionsOf(database))[0]?.price).toBe(500);
    expect(await loggedBy(database, () => importText(database, lines(6, 2)))).toEqual([1, 2]);
  });

  it('leaves the schema alone where nothing is to be written', async () => {
    const database = await openCatalogue(open);
    await importText(database, lines(5, 300));
    const version = () => ask(database, 'PRAGMA schema_version');
    const before = await version();
    await importText(database, lines(5, 300));
    expect(await version()).toEqual(before);
  });
});
