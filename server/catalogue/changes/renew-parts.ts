// Assigns positions to parts: one part for each article key and manufacturer (decision 39).

import { type Bulk, bulkOf, type JobConnection, LIST } from '../../platform/database/jobs.ts';
import { type PartFacts, partMakers, type WrittenColumn } from '../context/position.ts';
import type { WordEntry } from '../search-words/dictionary.ts';
import { makerNames, OWN_MAKERS_SQL } from '../search-words/maker-names.ts';

const OF_KEYS = `SELECT q.id AS part_id, q.key_id AS part_key, q.manufacturer_key AS part_maker,
    p.id, p.key_id, p.manufacturer_key, p.hidden
  FROM ${LIST} CROSS JOIN parts q LEFT JOIN positions p ON p.part_id = q.id WHERE q.key_id = j.value`;

interface StoredPart {
  readonly part_id: number;
  readonly part_key: number;
  readonly part_maker: string;
}

/** A part with one of its positions; with nulls where it has none. */
type PartRow = StoredPart & ((PartFacts & { readonly id: number }) | { readonly id: null });

/** Whether a column of a position decides which part it, or another position of its article, belongs to. */
export const isOfParts = (name: WrittenColumn): boolean => ['key_id', 'manufacturer_key', 'hidden'].includes(name);

const known = new WeakMap<JobConnection, Bulk>();

function bulkFor(connection: JobConnection): Bulk {
  const bulk = known.get(connection) ?? bulkOf(connection);
  known.set(connection, bulk);
  return bulk;
}

/**
 * Puts the positions of these article keys, by id, into the parts that they belong to now; to be called in the
 * transaction that changed their makers or what visitors see of them. Answers the ids of the parts of `added`, which no
 * table has yet.
 */
export async function renewParts(
  connection: JobConnection,
  keyIds: Iterable<number>,
  added: readonly PartFacts[] = [],
): Promise<number[]> {
  const keys = new Set(keyIds);
  for (const { key_id } of added) keys.add(key_id);
  if (keys.size === 0) return [];
  const bulk = bulkFor(connection);
  const [rows, [largest], own] = await Promise.all([
    bulk.queryList<PartRow>(OF_KEYS, [...keys], 'bigint'),
    bulk.query<{ last: number | null }>('SELECT max(id) AS last FROM parts'),
    bulk.query<WordEntry>(OWN_MAKERS_SQL),
  ]);
  const ids = new Map(rows.map((row) => [partName(row.part_key, row.part_maker), row.part_id]));
  const stored = rows.filter((row) => row.id !== null);
  const positions: PartFacts[] = [...stored, ...added];
  const names = makerNames(own);
  const makers = partMakers(positions, (key) => names.keyOf(key));
  await addParts(bulk, ids, positions, makers, Number(largest?.last ?? 0));
  const partIds = positions.map(({ key_id }, at) => ids.get(partName(key_id, makers[at] as string)) as number);
  const moved = stored.flatMap(({ id, part_id }, at) =>
    partIds[at] === part_id ? [] : [{ id, partId: partIds[at] as number }],
  );
  const written = moved.map(({ id, partId }) => [partId, id]);
  await bulk.update('positions', [{ name: 'part_id', type: 'bigint' }], written);
  return partIds.slice(stored.length);
}

const partName = (keyId: number, maker: string): string => `${keyId} ${maker}`;

async function addParts(
  bulk: Bulk,
  ids: Map<string, number>,
  positions: readonly PartFacts[],
  makers: readonly string[],
  largest: number,
): Promise<void> {
  let last = largest;
  const missing: [number, number, string][] = [];
  for (const [at, { key_id }] of positions.entries()) {
    const maker = makers[at] as string;
    const name = partName(key_id, maker);
    if (ids.has(name)) continue;
    last += 1;
    ids.set(name, last);
    missing.push([last, key_id, maker]);
  }
  await bulk.insert(
    'parts',
    [
      { name: 'id', type: 'bigint' },
      { name: 'key_id', type: 'bigint' },
      { name: 'manufacturer_key', type: 'text' },
    ],
    missing,
  );
}
