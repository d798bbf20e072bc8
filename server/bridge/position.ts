import type { Position } from '../../contract/bridge.ts';
import { type ColumnsWith, columnsWith, type PositionRecord } from '../../contract/columns-by-use.ts';
import { HIDDEN } from '../../contract/hidden.ts';
import type { OfferedPosition } from '../../contract/offer-terms.ts';

/** A position as the API shows it, with the title of its brand; units as in the first migration. */
export type PositionRow = Pick<PositionRecord, ColumnsWith<'answered'>> & { readonly brand_title: string };

/** The columns of `positions` in a PositionRow. */
export const ANSWERED_COLUMNS = columnsWith('answered');

/** The columns of a PositionRow for a query over `positions p JOIN brands b ON b.id = p.brand_id`. */
export const SELECTED_ANSWER = [
  ...ANSWERED_COLUMNS.map((name) => `p.${name}` as const),
  'b.title AS brand_title',
].join(', ');

/** The condition for positions that visitors see, for a query over `positions` that names no other table with `hidden`. */
export const IS_SHOWN = `hidden = ${HIDDEN.shown}`;

/** The first price day that still counts, days since the epoch; `ttlDays` 0 means that prices never expire. */
export const firstLiveDay = (today: number, ttlDays: number): number => (ttlDays > 0 ? today - ttlDays : 0);

/** Kopecks or hundredths as text with two decimals: 123450 is "1234.50". */
export function twoDecimals(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** How a provider is named to the public. */
export const stockTitle = (providerId: number): string => `Склад № ${providerId}`;

/** The position as the API shows it; one last confirmed before `liveDay` shows neither price nor amount. */
export function positionAnswer(row: PositionRow, liveDay: number): Position {
  const live = row.price_day >= liveDay;
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    brandId: row.brand_id,
    brantTitle: row.brand_title,
    providerId: row.provider_id,
    stock: stockTitle(row.provider_id),
    uid: null,
    code: row.code || null,
    article: row.article,
    title: row.title,
    photo: row.photo,
    price: twoDecimals(live ? row.price : 0),
    amount: live ? row.amount : 0,
    storage: null,
    weight: twoDecimals(row.weight),
    width: twoDecimals(row.width),
    height: twoDecimals(row.height),
    length: twoDecimals(row.length),
    manufacturer: row.manufacturer || null,
    alias: row.alias,
  };
}

/** The same with its terms of sale, which count as long as the price does. */
export function offeredPosition(row: PositionRow, liveDay: number): OfferedPosition {
  const live = row.price_day >= liveDay;
  return {
    ...positionAnswer(row, liveDay),
    deliveryDays: live ? row.delivery : null,
    leastAmount: live ? row.lot : null,
  };
}
