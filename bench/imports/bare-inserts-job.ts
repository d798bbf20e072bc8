import { POSITION_COLUMNS, POSITION_NAMES } from '../../contract/catalogue/columns.ts';
import { BLANK } from '../../server/catalogue/context/position.ts';
import {
  type BulkColumn,
  bulkOf,
  type Job,
  type JobConnection,
  type Value,
} from '../../server/platform/database/jobs.ts';
import { aliasOf } from '../../server/platform/text/alias.ts';
import { manufacturerKey } from '../../server/platform/text/article-key.ts';
import { type BenchPosition, generatePriceRows, type PriceRowOptions } from '../generator/positions.ts';

export interface BareArgs extends PriceRowOptions {
  /** `rows`: what a list says, in a table without any index; `positions`: whole positions, with the indexes of theirs. */
  readonly into: 'rows' | 'positions';
}

/** Rows of one statement where a statement takes many. */
const BATCH = 1_000;

const LISTED: readonly BulkColumn[] = [
  { name: 'article', type: 'text' },
  { name: 'title', type: 'text' },
  { name: 'price', type: 'bigint' },
  { name: 'amount', type: 'double precision' },
  { name: 'manufacturer', type: 'text' },
];
const WHOLE: readonly BulkColumn[] = POSITION_NAMES.map((name) => ({ name, type: POSITION_COLUMNS[name].type }));

/** Inserts rows into a table that nothing else knows, after a message that it begins. */
const insertBare: Job<BareArgs, null, 'begins'> = async (connection, { into, ...options }, emit) => {
  const columns = into === 'rows' ? LISTED : WHOLE;
  await makeTable(connection, into);
  const values = [...generatePriceRows(options)].map((row, at) => {
    const said: Record<string, Value> = into === 'rows' ? { ...row } : wholeRow(row, at);
    return columns.map(({ name }): Value => said[name] ?? null);
  });
  const bulk = bulkOf(connection);
  emit('begins');
  for (let at = 0; at < values.length; at += BATCH) await bulk.insert('bare', columns, values.slice(at, at + BATCH));
  return null;
};
export default insertBare;

/** The position that a list makes of a row, without what looking at other rows would take. */
function wholeRow(row: BenchPosition, at: number): Record<string, Value> {
  const { article, title, price, amount, manufacturer } = row;
  return {
    ...BLANK,
    id: at + 1,
    key_id: at + 1,
    provider_id: 1,
    brand_id: 1,
    manufacturer_key: manufacturerKey(manufacturer),
    article,
    title,
    price,
    amount,
    manufacturer,
    in_stock: amount > 0 ? 1 : 0,
    alias: `${aliasOf(article, title, '', manufacturer)}-${at}`,
    created_at: 1,
    updated_at: 1,
  };
}

async function makeTable(connection: JobConnection, into: BareArgs['into']): Promise<void> {
  const listed = `CREATE TABLE bare (${LISTED.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
  if (connection.dialect === 'postgres') {
    await connection.query(into === 'rows' ? listed : 'CREATE TABLE bare (LIKE positions INCLUDING ALL)');
    return;
  }
  if (into === 'rows') return connection.db.exec(listed);
  const made = connection.db
    .prepare(
      `SELECT sql FROM sqlite_schema
       WHERE tbl_name = 'positions' AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY rowid`,
    )
    .all() as { sql: string }[];
  for (const { sql } of made) connection.db.exec(likePositions(sql));
}

/** The statement that made the table or an index of it, for the bare table; it refers to no other. */
const likePositions = (sql: string): string =>
  sql
    .replace(/ REFERENCES \w+\s*\(\w+\)/gu, '')
    .replace(/^CREATE (UNIQUE )?INDEX (\w+)/u, 'CREATE $1INDEX bare_$2')
    .replace(/^(CREATE TABLE|CREATE (?:UNIQUE )?INDEX \w+\s+ON) "?positions"?/u, '$1 bare');
