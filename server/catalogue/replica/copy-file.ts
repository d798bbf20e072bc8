// The SQLite file of a replica (this process's copy of the PostgreSQL catalogue): its tables, its state, and what
// changed since.
import { DatabaseSync } from 'node:sqlite';
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { PostgresConnection } from '../../platform/database/jobs.ts';
import { openSqlite } from '../../platform/database/sqlite-connection.ts';
import { POSITION_CHANGES } from '../context/change-log.ts';
import { migrationNamed, migrations } from '../context/migrations.ts';
import { readWith } from '../part-reader/lexicon-data.ts';

/** Makes an empty copy; only `saveState` makes it one that counts. */
export function createCopy(file: string): DatabaseSync {
  const db = openWriting(file);
  for (const statement of COPY_TABLES) db.exec(statement);
  return db;
}

/** Opens a copy to change it. What a failing disk takes of it is taken from the catalogue again. */
export function openWriting(file: string): DatabaseSync {
  const db = openSqlite(file, false);
  db.exec('PRAGMA synchronous = NORMAL');
  return db;
}

export function saveState(db: DatabaseSync, { catalogue, place }: CatalogueState): void {
  const sql = 'INSERT OR REPLACE INTO copy_state (id, format, catalogue, place) VALUES (1, ?, ?, ?)';
  db.prepare(sql).run(COPY_FORMAT, catalogue, place);
  db.prepare('UPDATE read_titles SET read_with = ?').run(readWith());
}

/** Which state of the catalogue a copy shows; null for one that is unfinished or of another format. */
export function stateOf(db: DatabaseSync): CatalogueState | null {
  const sql = 'SELECT catalogue, place FROM copy_state JOIN read_titles ON read_with = ? WHERE format = ?';
  const row = db.prepare(sql).get(readWith(), COPY_FORMAT);
  return row ? { catalogue: String(row.catalogue), place: String(row.place) } : null;
}

/** Whether a file, which may be anything, holds a finished copy without damage. Reads all of it. */
export function isWhole(file: string): boolean {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    return stateOf(db) !== null && db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Grows when the search writes something else into the tables of a copy. */
const WRITTEN_FORMAT = 2;

/** An older copy is made anew: after every migration, for it may have changed the tables that a copy has too. */
export const COPY_FORMAT =
  WRITTEN_FORMAT + migrations.filter(({ version }) => version > migrationNamed('change-log').version).length;

const positionColumns = Object.entries(POSITION_COLUMNS).map(([name, { type }]) =>
  name === 'id' ? 'id INTEGER PRIMARY KEY' : `${name} ${type}`,
);

/** The tables of a copy, as the embedded database has them, with its index; no constraints, as rows swap values. */
const COPY_TABLES: readonly string[] = [
  'CREATE TABLE brands (id INTEGER PRIMARY KEY, title TEXT NOT NULL)',
  `CREATE TABLE providers (id INTEGER PRIMARY KEY, public_name TEXT NOT NULL, delivery_from INTEGER,
    delivery_to INTEGER)`,
  'CREATE TABLE article_keys (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE)',
  'CREATE TABLE search_words (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, word TEXT NOT NULL, means TEXT NOT NULL)',
  `CREATE TABLE crosses (id INTEGER PRIMARY KEY, article_key TEXT NOT NULL, manufacturer_key TEXT NOT NULL,
    replaced_key TEXT NOT NULL, replaced_manufacturer_key TEXT NOT NULL,
    replaced_article TEXT NOT NULL, replaced_manufacturer TEXT NOT NULL, run_id INTEGER, removed_by INTEGER)`,
  'CREATE INDEX crosses_by_replaced ON crosses (replaced_key)',
  `CREATE TABLE positions (${positionColumns.join(', ')}, rest INTEGER NOT NULL)`,
  'CREATE INDEX positions_by_alias ON positions (alias)',
  'CREATE INDEX positions_by_part ON positions (part_id)',
  'CREATE TABLE alias_redirects (alias TEXT PRIMARY KEY, position_id INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE INDEX alias_redirects_by_position ON alias_redirects (position_id)',
  'CREATE TABLE catalogue_state (id INTEGER PRIMARY KEY, version INTEGER NOT NULL)',
  'INSERT INTO catalogue_state (id, version) VALUES (1, 1)',
  ...migrationNamed('search-index').sqlite,
  ...migrationNamed('keys-without-trigger').sqlite,
  ...migrationNamed('title-facts').sqlite,
  ...migrationNamed('title-readings').sqlite,
  ...migrationNamed('position-names').sqlite,
  ...POSITION_CHANGES,
  `CREATE TABLE copy_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    catalogue TEXT NOT NULL,
    place TEXT NOT NULL
  )`,
];

/** Primary result codes of SQLite that say: not what a copy looks like. https://www.sqlite.org/rescode.html */
const DAMAGE: ReadonlySet<number> = new Set([
  1, // ERROR: a table is missing
  11, // CORRUPT
  14, // CANTOPEN
  26, // NOTADB
]);

/** Whether a failure, of this thread or another, says that the file of a copy is damaged, and not that the disk is full. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && DAMAGE.has(errcode & 0xff);
}

export type Entity =
  | 'brands'
  | 'providers'
  | 'article_keys'
  | 'positions'
  | 'alias_redirects'
  | 'search_words'
  | 'crosses';

export interface CatalogueState {
  /** Another database, another cluster, or this one restored: another text. */
  readonly catalogue: string;
  /** Which transactions the snapshot sees, in the notation of pg_snapshot. */
  readonly place: string;
}

/** `place` in the conditions below: the snapshot that a copy shows. */
const UNSEEN = `xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`;

/** Names a cluster, its timeline and its log: a database that was restored or set back counts as another one. */
const CATALOGUE = `concat_ws('-', (SELECT system_identifier FROM pg_control_system()),
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'catalogue_changes'::regclass::oid)`;

export const CATALOGUE_STATE = `SELECT ${CATALOGUE} AS catalogue, pg_current_snapshot()::text AS place`;

export async function catalogueState(source: PostgresConnection): Promise<CatalogueState> {
  const [state] = await source.query<CatalogueState>(CATALOGUE_STATE);
  if (!state) throw new Error('the catalogue has no state');
  return state;
}

/** Whether the log holds every change since this place, which must be one of this catalogue. */
export async function reachesBack(source: PostgresConnection, place: string): Promise<boolean> {
  const [reaches] = await source.query(
    `SELECT FROM catalogue_log WHERE trimmed_to <= pg_snapshot_xmin($1::pg_snapshot)
       AND pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`,
    [place],
  );
  return reaches !== undefined;
}

/** The question whether anything changed since the place `$1`, as one cheap statement. */
export const HAS_CHANGED = `SELECT EXISTS (SELECT FROM catalogue_changes WHERE ${UNSEEN}) AS changed`;

/** How many entries of the log are not seen from the place `$1`, counted up to a thousand. */
export const COUNT_UNSEEN = `SELECT count(*) AS count
  FROM (SELECT FROM catalogue_changes WHERE ${UNSEEN} LIMIT 1000) AS unseen`;

/**
 * Ids of the rows of each table that changed since the place, ascending, each once. Transactions become visible in
 * another order than they are numbered, so the place is a whole snapshot and not a last number.
 */
export async function changedIds(
  source: PostgresConnection,
  place: string,
): Promise<ReadonlyMap<Entity, readonly number[]>> {
  // A row for each id would take longer than the database does.
  const rows = await source.query<{ entity: Entity; ids: number[] }>(
    `SELECT entity, json_agg(DISTINCT id ORDER BY id) AS ids
     FROM catalogue_changes CROSS JOIN unnest(ids) AS id WHERE ${UNSEEN} GROUP BY entity`,
    [place],
  );
  return new Map(rows.map(({ entity, ids }) => [entity, ids]));
}
