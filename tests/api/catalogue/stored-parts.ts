import { expect } from 'vitest';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { makerNames } from '../../../server/catalogue/search-words/maker-names.ts';
import type { Database } from '../../../server/platform/database/types.ts';
import { positionsOf } from '../price-lists/catalogue.ts';

const makers = makerNames([]);

/** Every part by article key and maker, with its id. */
export async function storedParts(database: Database<CatalogueSchema>): Promise<Map<string, number>> {
  const rows = await database.read.selectFrom('parts').selectAll().execute();
  return new Map(rows.map(({ id, key_id, manufacturer_key }) => [`${key_id} ${manufacturer_key}`, Number(id)]));
}

/** Expects every position in the part that the whole catalogue says, computed without the code under test but for names of one maker. */
export async function expectRightParts(database: Database<CatalogueSchema>): Promise<void> {
  const stored = await positionsOf(database);
  const rows = stored.map((row) => ({ ...row, manufacturer_key: makers.keyOf(row.manufacturer_key) }));
  const parts = await storedParts(database);
  const expected = rows.map(({ id, key_id, manufacturer_key }) => {
    const visible = rows.filter((row) => row.key_id === key_id && row.hidden === 0 && row.manufacturer_key !== '');
    const single = [...new Set(visible.map((row) => row.manufacturer_key))];
    const joined = single.length === 1 ? (single[0] ?? '') : '';
    return [id, parts.get(`${key_id} ${manufacturer_key === '' ? joined : manufacturer_key}`)];
  });
  expect(rows.map(({ id, part_id }) => [id, Number(part_id)])).toEqual(expected);
}
