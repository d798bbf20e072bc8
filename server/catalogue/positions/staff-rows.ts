import { type Kysely, sql } from 'kysely';
import type { PositionRecord } from '../../../contract/catalogue/columns.ts';
import type { StaffPosition } from '../../../contract/catalogue/staff-positions.ts';
import { twoDecimals } from '../context/position.ts';
import type { BridgeSchema } from '../context/schema.ts';
import { FILTERED } from './filter.ts';

const COLUMNS = [
  'id',
  'article',
  'title',
  'manufacturer',
  'code',
  'brand_id',
  'provider_id',
  'price',
  'amount',
  'weight',
  'width',
  'height',
  'length',
  'delivery',
  'lot',
  'photo',
  'alias',
  'hidden',
  'price_day',
] as const;

/** A position with the titles of what it belongs to. */
export type StaffRow = Pick<PositionRecord, (typeof COLUMNS)[number]> & {
  readonly brand_title: string;
  readonly provider_title: string;
};

/** The columns of a StaffRow for a query over STAFF_TABLES. */
export const STAFF_COLUMNS = [
  ...COLUMNS.map((name) => `p.${name}`),
  'b.title AS brand_title',
  'v.title AS provider_title',
].join(', ');

export const STAFF_TABLES = `${FILTERED} JOIN brands b ON b.id = p.brand_id
  JOIN providers v ON v.id = p.provider_id`;

const DAY_MS = 86_400_000;

/** The row as the API says it; `liveDay` is the first price day that still counts. */
export function staffPosition(row: StaffRow, liveDay: number): StaffPosition {
  return {
    id: row.id,
    article: row.article,
    title: row.title,
    manufacturer: row.manufacturer,
    code: row.code,
    brandId: row.brand_id,
    brandTitle: row.brand_title,
    providerId: row.provider_id,
    providerTitle: row.provider_title,
    price: twoDecimals(row.price),
    amount: row.amount,
    weight: twoDecimals(row.weight),
    width: twoDecimals(row.width),
    height: twoDecimals(row.height),
    length: twoDecimals(row.length),
    delivery: row.delivery,
    lot: row.lot,
    photo: row.photo,
    alias: row.alias,
    hidden: row.hidden,
    priceDay: new Date(row.price_day * DAY_MS).toISOString().slice(0, 10),
    isExpired: row.price_day < liveDay,
  };
}

/** One position as staff see it, or null. */
export async function findStaffPosition(
  read: Kysely<BridgeSchema>,
  id: number,
  liveDay: number,
): Promise<StaffPosition | null> {
  const query = sql<StaffRow>`SELECT ${sql.raw(STAFF_COLUMNS)} FROM ${sql.raw(STAFF_TABLES)} WHERE p.id = ${id}`;
  const { rows } = await query.execute(read);
  return rows[0] ? staffPosition(rows[0], liveDay) : null;
}
