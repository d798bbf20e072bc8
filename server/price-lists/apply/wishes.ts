// What the rows of a price list want of positions, in a temporary table of the run: one wish a row, later one a
// position. Which position each wish means is written down beside it by choose-positions.ts.
import { type ColumnsReadAs, columnsReadAs, POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { Wishes as WishedColumns } from '../../catalogue/changes/difference.ts';
import { BLANK, type StoredPosition } from '../../catalogue/context/position.ts';
import { type Bulk, type BulkColumn, bulkOf, type JobConnection, type Value } from '../../platform/database/jobs.ts';
import type { PositionFields } from '../rules/row.ts';

type Field = ColumnsReadAs<'text' | 'price' | 'amount' | 'size' | 'delivery' | 'lot'>;

/** The columns of a position that a row says, besides those that identify it. */
export const FIELDS: readonly Field[] = (['text', 'price', 'amount', 'size', 'delivery', 'lot'] as const).flatMap(
  (as) => columnsReadAs(as) as readonly Field[],
);

/** What a row wants of one position; a field that is missing is not to be touched. */
export interface Wish {
  /** The row, see placeOf in form-fields.ts. */
  readonly place: number;
  readonly key: string;
  /** What the source of the list names the position by where that is not the article; '' where it is. */
  readonly sourceKey: string;
  /** The key of the maker: '' for an empty cell, null where none is asked for. */
  readonly maker: string | null;
  readonly manufacturer: string;
  readonly brandId: number;
  /** Null: the provider of the list. */
  readonly providerId: number | null;
  readonly article: string;
  /** Its row looks like a line about the list, so it brings no new position. */
  readonly isCaption?: boolean;
  readonly fields: PositionFields;
  /** The position that a row of our own price list names; null in any other list. */
  readonly positionId: number | null;
}

export interface StoredWish extends Wish {
  /** Its number in the table, from 1, in the order of the rows. */
  readonly n: number;
}

/** Stands for a term that a row puts off, which is not the same as one that it does not mention. */
const PUT_OFF = -1;
const isTerm = (name: Field): boolean =>
  POSITION_COLUMNS[name].type === 'integer' && 'nullable' in POSITION_COLUMNS[name];

interface WishColumn extends BulkColumn {
  readonly of: (wish: Wish, n: number) => Value;
}

/** What every row says. */
const SAID: readonly WishColumn[] = [
  { name: 'n', type: 'bigint', of: (_, n) => n },
  { name: 'place', type: 'bigint', of: ({ place }) => place },
  { name: 'key', type: 'text', of: ({ key }) => key },
  { name: 'maker', type: 'text', of: ({ maker }) => maker },
  { name: 'manufacturer', type: 'text', of: ({ manufacturer }) => manufacturer },
  { name: 'brand_id', type: 'bigint', of: ({ brandId }) => brandId },
  { name: 'article', type: 'text', of: ({ article }) => article },
  // Whether its title is a name of goods, so that it may bring a new position.
  { name: 'named', type: 'integer', of: ({ fields, isCaption }) => (isName(fields.title) && !isCaption ? 1 : 0) },
];
/** What the rows of many lists leave open: '' and nulls then. */
const LEFT_OPEN: readonly WishColumn[] = [
  { name: 'source_key', type: 'text', of: ({ sourceKey }) => sourceKey },
  { name: 'provider_id', type: 'bigint', of: ({ providerId }) => providerId },
  { name: 'position_id', type: 'bigint', of: ({ positionId }) => positionId },
  ...FIELDS.map((name) => ({
    name,
    type: POSITION_COLUMNS[name].type,
    of: ({ fields }: Wish): Value => (fields[name] === null ? PUT_OFF : (fields[name] ?? null)),
  })),
];
const COLUMNS = [...SAID, ...LEFT_OPEN];

/** The columns of the table that some of these wishes fill. */
function filledColumns(wishes: readonly Wish[]): readonly WishColumn[] {
  const filled = new Set<string>();
  for (const { sourceKey, providerId, positionId, fields } of wishes) {
    if (sourceKey !== '') filled.add('source_key');
    if (providerId !== null) filled.add('provider_id');
    if (positionId !== null) filled.add('position_id');
    for (const name in fields) filled.add(name);
  }
  return [...SAID, ...LEFT_OPEN.filter(({ name }) => filled.has(name))];
}

type Row = Readonly<Record<Field, Value>> & {
  readonly n: number;
  readonly place: number;
  readonly key: string;
  readonly source_key: string;
  readonly maker: string | null;
  readonly manufacturer: string;
  readonly brand_id: number;
  readonly provider_id: number | null;
  readonly article: string;
  readonly position_id: number | null;
  readonly named: number;
};

export const SELECTED_WISH = COLUMNS.map(({ name }) => `w.${name}`).join(', ');

const BATCH = 1_000;

/** Whether a text names something. */
export const isName = (text = ''): boolean => /[\p{L}\p{N}]/u.test(text);

/** The wishes of one run; its tables are temporary and go with `close`. */
export class Wishes {
  readonly bulk: Bulk;
  readonly #waiting: Wish[] = [];
  count = 0;
  /** Whether some position is named by its source instead of its article. */
  hasSourceKeys = false;

  private constructor(connection: JobConnection) {
    this.bulk = bulkOf(connection);
  }

  static async open(connection: JobConnection): Promise<Wishes> {
    const wishes = new Wishes(connection);
    const integer = connection.dialect === 'sqlite' ? 'INTEGER' : 'BIGINT';
    const declared = COLUMNS.map(
      ({ name, type }) => `${name} ${type}${name === 'source_key' ? " DEFAULT ''" : ''}`,
    ).with(0, `n ${integer} PRIMARY KEY`);
    for (const table of ['wishes', 'chosen']) await wishes.bulk.query(`DROP TABLE IF EXISTS ${table}`);
    await wishes.bulk.query(`CREATE TEMPORARY TABLE wishes (${declared.join(', ')})`);
    // The position that a wish means, null for a new one; `first` is the first row that means it, and `single` says
    // that no other may: 0 where several were looked at together, null until that is done.
    await wishes.bulk.query(
      `CREATE TEMPORARY TABLE chosen (n ${integer}, id ${integer}, first ${integer}, single INTEGER)`,
    );
    return wishes;
  }

  async close(): Promise<void> {
    for (const table of ['wishes', 'chosen']) await this.bulk.query(`DROP TABLE ${table}`);
  }

  /** Adds wishes; resolves to the number of the first. */
  async add(wishes: readonly Wish[]): Promise<number> {
    const first = this.count + 1;
    for (const wish of wishes) {
      this.count += 1;
      this.#waiting.push(wish);
      if (wish.sourceKey !== '') this.hasSourceKeys = true;
    }
    if (this.#waiting.length >= BATCH) await this.flush();
    return first;
  }

  /** To be called before the table is asked. */
  async flush(): Promise<void> {
    const wishes = this.#waiting.splice(0);
    const first = this.count - wishes.length + 1;
    const columns = filledColumns(wishes);
    await this.bulk.insert(
      'wishes',
      columns,
      wishes.map((wish, at) => columns.map(({ of }) => of(wish, first + at))),
    );
  }

  /** Notes which positions wishes mean, each by the number of the wish. */
  async choose(
    chosen: readonly { readonly n: number; readonly id: number | null; readonly first: number }[],
  ): Promise<void> {
    const columns = [
      { name: 'n', type: 'bigint' },
      { name: 'id', type: 'bigint' },
      { name: 'first', type: 'bigint' },
      { name: 'single', type: 'integer' },
    ] as const;
    await this.bulk.insert(
      'chosen',
      columns,
      chosen.map(({ n, id, first }) => [n, id, first, 0]),
    );
  }
}

export const wishOf = (row: Row): StoredWish => ({
  n: row.n,
  place: row.place,
  key: row.key,
  sourceKey: row.source_key,
  maker: row.maker,
  manufacturer: row.manufacturer,
  brandId: row.brand_id,
  providerId: row.provider_id,
  article: row.article,
  positionId: row.position_id,
  isCaption: row.named === 0 && isName((row.title ?? '') as string),
  fields: fieldsOf(row),
});
export type WishRow = Row;

function fieldsOf(row: Row): PositionFields {
  const fields: Partial<Record<Field, Value>> = {};
  for (const name of FIELDS) {
    const value = row[name];
    if (value !== null) fields[name] = isTerm(name) && value === PUT_OFF ? null : value;
  }
  return fields as PositionFields;
}

/** How positions count whose price was said: days since the epoch. */
export interface Days {
  readonly today: number;
  /** The first price day that still counts. */
  readonly liveDay: number;
}

/** Whether the wishes are rows of our own list, which do not decide the identity, or name positions by their source. */
interface WishedBy {
  readonly isOwn: boolean;
  readonly hasSourceKeys: boolean;
}

/** What positions `p` become by wishes `w` that mean them, as SQL; `k` is the key of the article where a source names some. */
export function wishedColumns(
  given: ReadonlySet<string>,
  { isOwn, hasSourceKeys }: WishedBy,
  { today, liveDay }: Days,
): WishedColumns {
  const wished: Record<string, string> = {};
  for (const name of FIELDS) {
    if (!given.has(name)) continue;
    wished[name] = isTerm(name)
      ? `CASE WHEN w.${name} IS NULL THEN p.${name} WHEN w.${name} = ${PUT_OFF} THEN NULL ELSE w.${name} END`
      : `coalesce(w.${name}, p.${name})`;
  }
  if (!isOwn) {
    wished.article = 'w.article';
    wished.manufacturer = "CASE WHEN w.maker <> '' THEN w.manufacturer ELSE p.manufacturer END";
    wished.manufacturer_key = "CASE WHEN w.maker <> '' THEN w.maker ELSE p.manufacturer_key END";
    // Only what is named otherwise keeps its place under another article.
    if (hasSourceKeys) wished.key_id = "CASE WHEN w.source_key <> '' THEN k.id ELSE p.key_id END";
  }
  const day = given.has('price') ? `CASE WHEN w.price IS NULL THEN p.price_day ELSE ${today} END` : 'p.price_day';
  const amount = wished.amount ?? 'p.amount';
  return {
    ...wished,
    price_day: day,
    in_stock: `CASE WHEN ${amount} > 0 AND ${day} >= ${liveDay} THEN 1 ELSE 0 END`,
    hidden: `CASE WHEN p.hidden = ${HIDDEN.removed} THEN ${HIDDEN.shown} ELSE p.hidden END`,
  };
}

/** The position that a wish for a new one makes. */
export function newPosition(wish: StoredWish, listProviderId: number, { today, liveDay }: Days): StoredPosition {
  const { key, sourceKey, maker, manufacturer, brandId, article, fields } = wish;
  return {
    ...BLANK,
    ...fields,
    provider_id: wish.providerId ?? listProviderId,
    brand_id: brandId,
    article_key: key,
    source_key: sourceKey,
    manufacturer_key: maker ?? '',
    article,
    manufacturer: maker ? manufacturer : '',
    price_day: today,
    in_stock: (fields.amount ?? 0) > 0 && today >= liveDay ? 1 : 0,
  };
}
