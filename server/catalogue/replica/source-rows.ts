import {
  type ColumnsWith,
  POSITION_NAMES,
  type PositionColumnName,
  type PositionRecord,
} from '../../../contract/catalogue/columns.ts';
import type { PostgresConnection } from '../../platform/database/types.ts';
import type { CrossTable } from '../context/schema.ts';

/** What a weekly list changes of a position; nothing of it is in the search index. */
export const FREQUENT = ['price', 'amount', 'price_day', 'updated_at'] as const satisfies readonly Exclude<
  PositionColumnName,
  ColumnsWith<'searched'>
>[];

const others = POSITION_NAMES.filter((name) => !(FREQUENT as readonly PositionColumnName[]).includes(name));

/**
 * What PostgreSQL makes of all other columns of `positions p`: a whole number that a copy keeps beside the row. As long as
 * it is the same so are they, and need not be read, sent, compared and indexed again.
 */
const REST = `hash_record_extended(ROW(${others.map((name) => `p.${name}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`;

/** The values of FREQUENT, the id and `rest` of a position. */
export type FrequentValues = readonly [...values: number[], id: number, rest: number];

const FREQUENT_SELECT = `SELECT json_agg(json_build_array(${[...FREQUENT, 'id'].map((name) => `p.${name}`).join(', ')}, ${REST})) AS found
  FROM positions p WHERE p.id = ANY($1::bigint[])`;

/**
 * Those of these positions that there are, for so many ids at a time; as one value, which takes a tenth of the time of a row
 * for each.
 */
export async function* frequentInParts(
  source: PostgresConnection,
  ids: readonly number[],
  size: number,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly rows: readonly FrequentValues[] }> {
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const [row] = await source.query<{ found: FrequentValues[] | null }>(FREQUENT_SELECT, [part]);
    yield { ids: part, rows: row?.found ?? [] };
  }
}

/** A position as PostgreSQL holds it, with the text of its article key and what frequent-columns.ts makes of it. */
export type SourcePosition = PositionRecord & { readonly article_key: string; readonly rest: number };

/** What a copy takes of crosses: what finds them, and what is said of them to visitors. */
export const CROSS_COLUMNS = [
  'article_key',
  'manufacturer_key',
  'replaced_key',
  'replaced_manufacturer_key',
  'replaced_article',
  'replaced_manufacturer',
  'run_id',
  'removed_by',
] as const satisfies readonly (keyof CrossTable)[];

/** What a copy takes of the other tables. */
export interface SourceRows {
  readonly brands: { readonly id: number; readonly title: string };
  readonly article_keys: { readonly id: number; readonly key: string };
  readonly search_words: {
    readonly id: number;
    readonly kind: string;
    readonly word: string;
    readonly means: string;
  };
  readonly crosses: Pick<CrossTable, (typeof CROSS_COLUMNS)[number]> & { readonly id: number };
  readonly alias_redirects: { readonly id: number; readonly alias: string };
}

const COLUMNS = POSITION_NAMES.map((name) => `p.${name}`).join(', ');

/** What is read of each table; `id` is what the log and the order of reading go by. */
const SELECT = {
  brands: 'SELECT p.id, p.title FROM brands p',
  search_words: 'SELECT p.id, p.kind, p.word, p.means FROM search_words p',
  crosses: `SELECT p.id, ${CROSS_COLUMNS.map((name) => `p.${name}`).join(', ')} FROM crosses p`,
  article_keys: 'SELECT p.id, p.key FROM article_keys p',
  positions: `SELECT ${COLUMNS}, k.key AS article_key, ${REST} AS rest FROM positions p JOIN article_keys k ON k.id = p.key_id`,
  alias_redirects: 'SELECT p.position_id AS id, p.alias FROM alias_redirects p',
} as const;

type Table = keyof typeof SELECT;
type Row<Name extends Table> = Name extends keyof SourceRows ? SourceRows[Name] : SourcePosition;

const idOf = (table: Table) => (table === 'alias_redirects' ? 'p.position_id' : 'p.id');

/** The rows with these ids that there are, by id, for so many ids at a time. */
export async function* rowsInParts<Name extends Table>(
  source: PostgresConnection,
  table: Name,
  ids: readonly number[],
  size: number,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly rows: Row<Name>[] }> {
  const id = idOf(table);
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const sql = `${SELECT[table]} WHERE ${id} = ANY($1::bigint[]) ORDER BY ${id}`;
    yield { ids: part, rows: await source.query<Row<Name>>(sql, [part]) };
  }
}

/** All rows of a table by id, at least `size` at a time: those of one id come together. */
export async function* allRows<Name extends Table>(
  source: PostgresConnection,
  table: Name,
  size: number,
): AsyncGenerator<Row<Name>[]> {
  const id = idOf(table);
  for (let last = 0; ; ) {
    const rows = await source.query<Row<Name>>(
      `${SELECT[table]} WHERE ${id} > $1 ORDER BY ${id} FETCH FIRST $2 ROWS WITH TIES`,
      [last, size],
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end.id;
  }
}

/** Yields what the source yields, and lets it work on the next value while the caller works on the present one. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let read = await next; !read.done; read = await next) {
      next = source.next();
      // Whoever takes the next value hears of a failure; a caller that stops before does not care.
      next.catch(() => {});
      yield read.value;
    }
  } finally {
    await next.catch(() => {});
  }
}
