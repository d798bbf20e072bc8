// The list of positions for staff: its filter as SQL, and a row as the API answers it.

import { sql } from 'kysely';
import * as columns from '../../../contract/catalogue/columns.ts';
import type { PositionFilterQuery, StaffPosition } from '../../../contract/catalogue/staff-positions.ts';
import { HIDDEN, SHOWN_FILTERS, type ShownFilter } from '../../../contract/catalogue/words.ts';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import type { DialectName } from '../../platform/database/types.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { dateOfDay } from '../../platform/text/day.ts';
import { twoDecimals } from '../context/position.ts';
import type { CatalogueSource } from '../context/schema.ts';

/** A filter of the list of positions for staff; null and '' do not filter. */
export interface PositionFilter {
  readonly query: string;
  readonly brandId: number | null;
  readonly providerId: number | null;
  readonly runId: number | null;
  readonly withoutPrice: boolean;
  readonly withoutPhoto: boolean;
  readonly olderThanDays: number | null;
  readonly shown: ShownFilter;
}

/** The days by which prices are judged, since the epoch. */
export interface Days {
  readonly today: number;
  readonly liveDay: number;
}

const isShownFilter = (text: string): text is ShownFilter => (SHOWN_FILTERS as readonly string[]).includes(text);

/** Reads a filter as it was sent; null when one of its values makes no sense. */
export function readFilter(sent: PositionFilterQuery): PositionFilter | null {
  const number = (text = ''): number | null => {
    if (text === '') return null;
    return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  };
  const shown = sent.shown || 'shown';
  const filter = {
    query: (sent.query ?? '').trim().slice(0, SEARCH_QUERY_MAX).toWellFormed().replaceAll('\0', ''),
    brandId: number(sent.brandId),
    providerId: number(sent.providerId),
    runId: number(sent.runId),
    withoutPrice: sent.withoutPrice === '1',
    withoutPhoto: sent.withoutPhoto === '1',
    olderThanDays: number(sent.olderThanDays),
  };
  const isReadable = !Object.values(filter).some((value) => Number.isNaN(value));
  return isReadable && isShownFilter(shown) ? { ...filter, shown } : null;
}

/** The tables that a Condition refers to. */
export const FILTERED = 'positions p JOIN article_keys k ON k.id = p.key_id';

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const HIDDEN_AS: Readonly<Record<Exclude<ShownFilter, 'all'>, number>> = {
  shown: HIDDEN.shown,
  hidden: HIDDEN.byHand,
  removed: HIDDEN.removed,
};

/** The filter as SQL; its parameters are numbered from `$<first>`. */
export function conditionOf(
  filter: PositionFilter,
  { today, liveDay }: Days,
  dialect: DialectName,
  first: number,
): Condition {
  const values: (string | number)[] = [];
  const place = (value: string | number): string => {
    values.push(value);
    return `$${first + values.length - 1}`;
  };
  const parts = ['1 = 1'];
  const { query, brandId, providerId, runId, withoutPrice, withoutPhoto, olderThanDays, shown } = filter;
  if (brandId !== null) parts.push(`p.brand_id = ${place(brandId)}`);
  if (providerId !== null) parts.push(`p.provider_id = ${place(providerId)}`);
  if (runId !== null) {
    const run = place(runId);
    parts.push(`EXISTS (SELECT 1 FROM import_changes c WHERE c.run_id = ${run} AND c.position_id = p.id)`);
  }
  if (withoutPrice) parts.push(`(p.price = 0 OR p.price_day < ${place(liveDay)})`);
  if (withoutPhoto) parts.push('p.photo IS NULL');
  if (olderThanDays !== null) parts.push(`p.price_day < ${place(today - olderThanDays)}`);
  if (shown !== 'all') parts.push(`p.hidden = ${place(HIDDEN_AS[shown])}`);
  if (query !== '') parts.push(textCondition(query, dialect, place));
  return { sql: parts.join(' AND '), values };
}

/** Neither database folds Cyrillic letters the same way everywhere: the usual spellings are looked for one by one. */
function textCondition(query: string, dialect: DialectName, place: (value: string) => string): string {
  const holds = (column: string, text: string): string =>
    dialect === 'sqlite' ? `instr(${column}, ${place(text)}) > 0` : `strpos(${column}, ${place(text)}::text) > 0`;
  const lower = query.toLowerCase();
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  const spellings = [...new Set([query, lower, capital, query.toUpperCase()])];
  const parts = spellings.map((spelling) => holds('p.title', spelling));
  parts.push(...spellings.map((spelling) => holds('p.code', spelling)));
  const key = articleKey(query);
  if (key !== '') parts.push(holds('k.key', key));
  return `(${parts.join(' OR ')})`;
}

const IMPORTED = columns.columnsWith('imported');
const OTHERS = ['id', 'brand_id', 'provider_id', 'photo', 'alias', 'hidden', 'price_day'] as const;

export type StaffRow = Pick<columns.PositionRecord, columns.ColumnsWith<'imported'> | (typeof OTHERS)[number]> & {
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

function storedValue(row: StaffRow, name: columns.ColumnsWith<'imported'>): string | number | null {
  const { as } = columns.POSITION_COLUMNS[name].imported;
  return as === 'price' || as === 'size' ? twoDecimals(Number(row[name])) : row[name];
}

/** The row as the API answers it; `liveDay` is the first price day that still counts. */
export function staffPosition(row: StaffRow, liveDay: number): StaffPosition {
  return {
    id: row.id,
    ...(Object.fromEntries(IMPORTED.map((name) => [name, storedValue(row, name)])) as Pick<
      StaffPosition,
      columns.ColumnsWith<'imported'>
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

export async function findStaffPosition(
  read: CatalogueSource,
  id: number,
  liveDay: number,
): Promise<StaffPosition | null> {
  const query = sql<StaffRow>`SELECT ${sql.raw(STAFF_COLUMNS)} FROM ${sql.raw(STAFF_TABLES)} WHERE p.id = ${id}`;
  const { rows } = await query.execute(read);
  return rows[0] ? staffPosition(rows[0], liveDay) : null;
}
