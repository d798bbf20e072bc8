import { POSITION_COLUMNS } from '../../../contract/position-columns.ts';
import { searchIndex } from '../migrations/002-search-index.ts';
import { keysWithoutTrigger } from '../migrations/003-keys-without-trigger.ts';
import { changeLog } from '../migrations/006-change-log.ts';
import { migrations } from '../migrations/index.ts';
import { POSITION_CHANGES } from '../search/columns/position-changes.ts';

/** Grows when the search writes something else into the tables of a copy. */
const WRITTEN_FORMAT = 2;

/** An older copy is made anew: after every migration, for it may have changed the tables that a copy has too. */
export const COPY_FORMAT =
  WRITTEN_FORMAT + migrations.filter(({ version }) => version > changeLog.version).length;

const positionColumns = Object.entries(POSITION_COLUMNS).map(([name, { type }]) =>
  name === 'id' ? 'id INTEGER PRIMARY KEY' : `${name} ${type}`,
);

/**
 * The tables of a copy: what search and cards read, under the names that the embedded database gives them, with the same
 * search index; `rest` is that of frequent-columns.ts. No constraints: the catalogue has them, and of two rows that change places one comes first.
 */
export const COPY_TABLES: readonly string[] = [
  'CREATE TABLE brands (id INTEGER PRIMARY KEY, title TEXT NOT NULL)',
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
  ...searchIndex.sqlite,
  ...keysWithoutTrigger.sqlite,
  ...POSITION_CHANGES,
  `CREATE TABLE copy_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    catalogue TEXT NOT NULL,
    place TEXT NOT NULL
  )`,
];
