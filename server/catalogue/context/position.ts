// A position (one offer of one supplier): its columns as they are answered, stored, compared and kept in the history,
// and when its price expires.
import * as columns from '../../../contract/catalogue/columns.ts';
import { FACTS_PARTED } from '../../../contract/catalogue/filters.ts';
import type { OfferedPosition, Position } from '../../../contract/catalogue/positions.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { stockByNumber } from '../../../rules/format/texts.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import { keyWithoutArticle } from '../../platform/text/source-key.ts';

/** A position as the API shows it, with the title of its brand; units as in schema.ts. */
export type PositionRow = Pick<columns.PositionRecord, columns.ColumnsWith<'answered'>> & {
  readonly brand_title: string;
} & { readonly [Column in (typeof SUPPLIER_COLUMNS)[number]]: SupplierTerms[Column] | null };

/** What buyers read of a supplier; '' as a name stands for «Склад № n». */
export interface SupplierTerms {
  readonly id: number;
  readonly public_name: string;
  /** Days until its goods can be had. */
  readonly delivery_from: number | null;
  readonly delivery_to: number | null;
}

export const SUPPLIER_COLUMNS = [
  'public_name',
  'delivery_from',
  'delivery_to',
] as const satisfies (keyof SupplierTerms)[];

export const ANSWERED_COLUMNS = columns.columnsWith('answered');

/** The condition for positions that visitors see, for a query over `positions` that names no other table with `hidden`. */
export const IS_SHOWN = `hidden = ${HIDDEN.shown}`;

/** The first price day that still counts, days since the epoch; `ttlDays` 0 means that prices never expire. */
export const firstLiveDay = (today: number, ttlDays: number): number => (ttlDays > 0 ? today - ttlDays : 0);

/** Kopecks or hundredths as text with two decimals: 123450 is "1234.50". */
export function twoDecimals(hundredths: number): string {
  if (hundredths === 0) return '0.00';
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The public name of a provider: as the shop calls its warehouse, else by its number. */
export const stockTitle = (providerId: number, name: string | null = null): string => name || stockByNumber(providerId);

/** The position as the API shows it; one last confirmed before `liveDay` shows neither price nor amount. */
export function positionAnswer(row: PositionRow, liveDay: number): Position {
  const live = row.price_day >= liveDay;
  return {
    id: row.id,
    createdAt: new Date(row.created_at).toISOString(),
    brandId: row.brand_id,
    brantTitle: row.brand_title,
    providerId: row.provider_id,
    stock: stockTitle(row.provider_id, row.public_name),
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

/** A position with what its title was read as, which the file that visitors are answered from knows; null: not yet. */
export interface OfferRow extends PositionRow {
  readonly name: string | null;
  readonly marks: string | null;
}

/** The same with the machines that its title names, by which the offers of a part are compared. */
export interface ComparedOffer extends OfferRow {
  readonly machines: string | null;
}

/** The title as pages show it. */
export const nameOf = ({ name, title }: Pick<OfferRow, 'name' | 'title'>): string => name || title;

export const marksOf = ({ marks }: Pick<OfferRow, 'marks'>): string[] =>
  marks ? marks.split(FACTS_PARTED).filter(Boolean) : [];

const NO_TERM = { deliveryDays: null, deliveryFrom: null } as const;

/** What a list says of a position goes over the term of its supplier, which is of what lies in stock; what is not there is had on no day «today». */
function termOf({ delivery, delivery_from, delivery_to, amount }: PositionRow) {
  if (amount <= 0) return { ...NO_TERM, deliveryDays: delivery || null };
  return delivery === null
    ? { deliveryDays: delivery_to, deliveryFrom: delivery_from }
    : { ...NO_TERM, deliveryDays: delivery };
}

/** The same with its name, its marks and its terms of sale, which count as long as the price does. */
export function offeredPosition(row: OfferRow, liveDay: number): OfferedPosition {
  const live = row.price_day >= liveDay;
  return {
    ...positionAnswer(row, liveDay),
    name: nameOf(row),
    marks: marksOf(row),
    ...(live ? termOf(row) : NO_TERM),
    leastAmount: live ? row.lot : null,
  };
}

/** Columns that an import does not read: price lists have no photos, and timestamps are written separately. */
type Elsewhere = 'photo' | 'created_at' | 'updated_at';
type StoredColumn = Exclude<columns.PositionColumnName, Elsewhere>;

const ELSEWHERE: readonly columns.PositionColumnName[] = ['photo', 'created_at', 'updated_at'] satisfies Elsewhere[];

/** The columns that an import reads, and gives a new position. */
export const STORED_COLUMNS = columns.POSITION_NAMES.filter((name): name is StoredColumn => !ELSEWHERE.includes(name));

/** A position as an import sees it, with its article key; units as in the first migration. */
export type StoredPosition = Pick<columns.PositionRecord, StoredColumn> & { readonly article_key: string };

/** The key under which a position is stored and found: of its article, else of what its source names it by. */
export const keyOf = ({ article, source_key }: Pick<StoredPosition, 'article' | 'source_key'>): string =>
  articleKey(article) || keyWithoutArticle(source_key);

export const BLANK: StoredPosition = { ...columns.BLANK_POSITION, article_key: '' };

/** The columns that an import writes in a position that exists. */
export type WrittenColumn = columns.ColumnsWith<'compared'>;

export const WRITTEN_COLUMNS = columns.columnsWith('compared');

export const changedColumns = (one: StoredPosition, other: StoredPosition): WrittenColumn[] =>
  WRITTEN_COLUMNS.filter((name) => one[name] !== other[name]);

/** Whether a column describes the article or its offer, rather than when it was confirmed or how it is found. */
export const isContent = (name: WrittenColumn): name is columns.ColumnsWhere<'compared', 'content'> =>
  columns.POSITION_COLUMNS[name].compared === 'content';

export const CONTENT_COLUMNS = WRITTEN_COLUMNS.filter(isContent);

/** Whether the history of a run contains a column. */
export const isInHistory = (name: WrittenColumn): boolean =>
  ['content', 'recorded'].includes(columns.POSITION_COLUMNS[name].compared);

/** Whether a column says whose position it is: no import changes it, and no history of a new position repeats it. */
export const isOfOwner = (name: WrittenColumn): boolean => name === 'brand_id' || name === 'provider_id';

/** Whether a column is part of what the search index knows. */
export const isSearched = (name: WrittenColumn): boolean => columns.POSITION_COLUMNS[name].searched !== null;

export type HistoryFields = Partial<Pick<StoredPosition, WrittenColumn>>;

/** The values of these columns after a run, as JSON for the history. */
export const historyFields = (position: StoredPosition, names: readonly WrittenColumn[]): string =>
  fieldsText(position, names.filter(isInHistory));

/** The values of these columns before a change, with those that only the history can restore. */
export function earlierFields(position: StoredPosition, names: readonly WrittenColumn[]): string {
  const restoring = names.filter((name) => columns.POSITION_COLUMNS[name].compared !== 'silent');
  return fieldsText(position, restoring);
}

function fieldsText(position: StoredPosition, names: readonly WrittenColumn[]): string {
  const fields: Partial<Record<WrittenColumn, string | number | null>> = {};
  for (const name of names) fields[name] = position[name];
  return JSON.stringify(fields);
}

/** The values of a new position as JSON for the history, without empty texts and zeros. */
export function newFields(position: StoredPosition): string {
  const filled = WRITTEN_COLUMNS.filter((name) => position[name] && !isOfOwner(name));
  return historyFields(position, filled);
}

/** The position with `in_stock` as its amount and price day require; `liveDay` is the first price day that counts. */
export const withStock = (position: StoredPosition, liveDay: number): StoredPosition => ({
  ...position,
  in_stock: position.amount > 0 && position.price_day >= liveDay ? 1 : 0,
});

type Terms = Pick<columns.PositionRecord, 'delivery' | 'lot'>;

export const haveOtherTerms = (one: Terms, other: Terms): boolean =>
  one.delivery !== other.delivery || one.lot !== other.lot;

/** What decides to which part a position belongs. */
export interface PartFacts {
  readonly key_id: number;
  /** The normalised name of the maker; '' for none. */
  readonly manufacturer_key: string;
  readonly hidden: number;
}

/**
 * The manufacturer key of the part of each position, in their order (decisions 39 and 111); `keyOf` is the key of a
 * maker by that of one of its names. One without a maker joins the only maker that visitors see for its article key,
 * else ''. Needs all positions of the article keys that are named.
 */
export function partMakers(positions: readonly PartFacts[], keyOf: (key: string) => string): string[] {
  const only = new Map<number, string>();
  const makers = positions.map(({ manufacturer_key }) => keyOf(manufacturer_key));
  for (const [at, { key_id, hidden }] of positions.entries()) {
    const maker = makers[at] as string;
    if (maker === '' || hidden !== HIDDEN.shown) continue;
    const known = only.get(key_id);
    only.set(key_id, known === undefined || known === maker ? maker : '');
  }
  return positions.map(({ key_id }, at) => makers[at] || (only.get(key_id) ?? ''));
}
