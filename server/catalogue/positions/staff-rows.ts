import { type Kysely, sql } from 'kysely';
import {
  type ColumnsWith,
  columnsWith,
  POSITION_COLUMNS,
  type PositionRecord,
} from '../../../contract/catalogue/columns.ts';
import type { StaffPosition } from '../../../contract/catalogue/staff-positions.ts';
import { dateOfDay } from '../../platform/text/day.ts';
import { twoDecimals } from '../context/position.ts';
import type { CatalogueSchema } from '../context/schema.ts';
import { FILTERED } from './filter.ts';

const IMPORTED = columnsWith('imported');
const OTHERS = ['id', 'brand_id', 'provider_id', 'photo', 'alias', 'hidden', 'price_day'] as const;

/** A position with the titles of what it belongs to. */
export type StaffRow = Pick<PositionRecord, ColumnsWith<'imported'> | (typeof OTHERS)[number]> & {
  readonly brand_title: string;
  readonly provider_title: string;
};

/** The columns of a StaffRow for a query over STAFF_TABLES. */
export const STAFF_COLUMNS = [
  ...[...IMPORTED, ...OTHERS].map((name) => `p.${name}`),
  'b.title AS brand_title',
  'v.title AS provider_title',
].join(', ');

export const STAFF_TABLES = `${FILTERED} JOIN brands b ON b.id = p.brand_id
  JOIN providers v ON v.id = p.provider_id`;

/** A stored value as the API says it. */
function storedValue(row: StaffRow, name: ColumnsWith<'imported'>): string | number | null {
  const { as } = POSITION_COLUMNS[name].imported;
  return as === 'price' || as === 'size' ? twoDecimals(Number(row[name])) : row[name];
}

/** The row as the API says it; `liveDay` is the first price day that still counts. */
export function staffPosition(row: StaffRow, liveDay: number): StaffPosition {
  return {
    id: row.id,
    ...(Object.fromEntries(IMPORTED.map((name) => [name, storedValue(row, name)])) as Pick<
      StaffPosition,
      ColumnsWith<'imported'>
    >),
    brandId: row.brand_id,
    brandTitle: row.brand_title,
    providerId: row.provider_id,
    providerTitle: row.provider_title,
    photo: row.photo,
    alias: row.alias,
    hidden: row.hidden,
    priceDay: dateOfDay(row.price_day),
    isExpired: row.price_day < liveDay,
  };
}

/** One position as staff see it, or null. */
export async function findStaffPosition(
  read: Kysely<CatalogueSchema>,
  id: number,
  liveDay: number,
): Promise<StaffPosition | null> {
  const query = sql<StaffRow>`SELECT ${sql.raw(STAFF_COLUMNS)} FROM ${sql.raw(STAFF_TABLES)} WHERE p.id = ${id}`;
  const { rows } = await query.execute(read);
  return rows[0] ? staffPosition(rows[0], liveDay) : null;
}
