// SQL that reads the positions and parts that visitors see, by id, part or page address, and stores a position's
// photo.
import { FACTS_PARTED } from '../../../contract/catalogue/filters.ts';
import type { TitleReading } from '../../../contract/catalogue/parts.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { ANSWERED_COLUMNS, type ComparedOffer, type PositionRow, SUPPLIER_COLUMNS } from '../context/position.ts';
import type { CatalogueDatabase, CatalogueSource } from '../context/schema.ts';
import { bumpPhotos } from '../context/versions.ts';
import { makerNamesOf } from '../search-words/maker-names.ts';

/** Positions that visitors see. */
const positions = (read: CatalogueSource) =>
  read
    .selectFrom('positions as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('providers as v', 'v.id', 'p.provider_id')
    .select(ANSWERED_COLUMNS.map((name) => `p.${name}` as const))
    .select('b.title as brand_title')
    .select(SUPPLIER_COLUMNS.map((name) => `v.${name}` as const))
    .where('p.hidden', '=', HIDDEN.shown);

type CardRow = PositionRow & { readonly part_id: number };

/** The same with what titles were read as; `shown`: the file that visitors are answered from. */
const offers = (shown: CatalogueSource) =>
  positions(shown)
    .leftJoin('position_readings as r', 'r.id', 'p.id')
    .leftJoin('title_readings as f', 'f.id', 'r.reading_id')
    .select(['r.name', 'f.marks', 'f.machines']);

export async function visiblePosition(read: CatalogueSource, id: number): Promise<CardRow | null> {
  return (await positions(read).select('p.part_id').where('p.id', '=', id).executeTakeFirst()) ?? null;
}

/** Those of these positions that visitors see, by id. */
export async function visiblePositions(
  shown: CatalogueSource,
  ids: readonly number[],
): Promise<Map<number, ComparedOffer>> {
  if (ids.length === 0) return new Map();
  const rows = await offers(shown)
    .where('p.id', 'in', [...ids])
    .execute();
  return new Map((await makerNamesOf(shown)).named(rows).map((row) => [row.id, row]));
}

export async function positionsOfPart(shown: CatalogueSource, partId: number): Promise<ComparedOffer[]> {
  const rows = await offers(shown).where('p.part_id', '=', partId).execute();
  return (await makerNamesOf(shown)).named(rows);
}

export async function positionsOfParts(
  shown: CatalogueSource,
  partIds: readonly number[],
): Promise<(ComparedOffer & { readonly part_id: number })[]> {
  if (partIds.length === 0) return [];
  const rows = await offers(shown)
    .select('p.part_id')
    .where('p.part_id', 'in', [...partIds])
    .execute();
  return (await makerNamesOf(shown)).named(rows);
}

/** What the titles of a part were read as: what one leaves out another may say, that of the position first. */
export async function titleReading(read: CatalogueSource, partId: number, position?: number): Promise<TitleReading> {
  const rows = await read
    .selectFrom('positions as p')
    .innerJoin('position_readings as r', 'r.id', 'p.id')
    .innerJoin('title_readings as f', 'f.id', 'r.reading_id')
    .select(['p.id', 'f.kind', 'f.system', 'f.machines'])
    .where('p.part_id', '=', partId)
    .where('p.hidden', '=', HIDDEN.shown)
    .orderBy('p.id')
    .execute();
  const own = rows.filter(({ id }) => id === position);
  const all = [...own, ...rows];
  const named = all.find(({ kind }) => kind !== '');
  const fitting = all.find(({ machines }) => machines !== '');
  return {
    kind: named?.kind ?? '',
    system: named?.system ?? '',
    machines: fitting?.machines.split(FACTS_PARTED) ?? [],
  };
}

/** Article key and manufacturer key of a part that visitors see, '' where no position names a maker; null for any other. */
export async function partKeyOf(
  read: CatalogueSource,
  partId: number,
): Promise<{ readonly key: string; readonly maker: string } | null> {
  const row = await read
    .selectFrom('positions as p')
    .innerJoin('article_keys as k', 'k.id', 'p.key_id')
    .select(['k.key', 'p.manufacturer_key as maker'])
    .where('p.part_id', '=', partId)
    .where('p.hidden', '=', HIDDEN.shown)
    .orderBy('p.manufacturer_key', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** The part of a position that visitors see; null where there is none. */
export async function partIdOf(read: CatalogueSource, id: number): Promise<number | null> {
  const shown = read.selectFrom('positions').select('part_id').where('hidden', '=', HIDDEN.shown);
  return (await shown.where('id', '=', id).executeTakeFirst())?.part_id ?? null;
}

/** Finds a position by its present or an earlier alias; the row has the present one. Null when no position ever had it. */
export async function positionByAlias(read: CatalogueSource, alias: string): Promise<CardRow | null> {
  const row = await positions(read).select('p.part_id').where('p.alias', '=', alias).executeTakeFirst();
  if (row) return row;
  const redirect = await read
    .selectFrom('alias_redirects')
    .select('position_id')
    .where('alias', '=', alias)
    .executeTakeFirst();
  return redirect ? visiblePosition(read, redirect.position_id) : null;
}

interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** Rows with smaller ids only; 0: from the newest. */
  readonly last: number;
}

export function listNewest(read: CatalogueSource, { limit, offset, last }: Slice): Promise<PositionRow[]> {
  return positions(read)
    .$if(last > 0, (query) => query.where('p.id', '<', last))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countVisible(read: CatalogueSource): Promise<number> {
  const { count } = await read
    .selectFrom('positions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('hidden', '=', HIDDEN.shown)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Puts a photo in place; resolves to the name of the one before, null where there was none or others still need it (one
 * photo may serve several positions, the undo of a run may bring it back, an address of a price list may be named again),
 * undefined when there is no such position.
 */
export function setPhoto(
  database: CatalogueDatabase,
  id: number,
  photo: string,
  now: number,
): Promise<string | null | undefined> {
  return database.write(async (transaction) => {
    const row = await transaction
      .selectFrom('positions')
      .select('photo')
      .where('id', '=', id)
      .$if(database.dialect === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (!row) return undefined;
    await transaction.updateTable('positions').set({ photo, updated_at: now }).where('id', '=', id).execute();
    await bumpPhotos(transaction);
    return row.photo !== null && (await isNeeded(transaction, row.photo)) ? null : row.photo;
  });
}

async function isNeeded(read: CatalogueSource, photo: string): Promise<boolean> {
  const shown = read.selectFrom('positions').select('id').where('photo', '=', photo).limit(1);
  if (await shown.executeTakeFirst()) return true;
  const former = read.selectFrom('photo_run_changes').select('run_id').where('before_photo', '=', photo).limit(1);
  if (await former.executeTakeFirst()) return true;
  const linked = read.selectFrom('photo_links').select('link').where('photo', '=', photo).limit(1);
  return (await linked.executeTakeFirst()) !== undefined;
}
