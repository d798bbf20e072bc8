import type { Migration } from '../../platform/database/types.ts';

/** Writes the ids of the rows that a statement changed into the log; `column` holds them. */
const logFunction = (name: string, column: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
   DECLARE found BIGINT[];
   BEGIN
     SELECT array_agg(DISTINCT ${column}) INTO found FROM changed_rows;
     IF found IS NOT NULL THEN
       INSERT INTO catalogue_changes (xid, entity, ids) VALUES (pg_current_xact_id(), TG_TABLE_NAME, found);
       PERFORM pg_notify(TG_TABLE_SCHEMA || '_changes', '');
     END IF;
     RETURN NULL;
   END $$`;

const EVENTS = [
  ['insert', 'NEW'],
  ['update', 'NEW'],
  ['delete', 'OLD'],
] as const;

const trigger = (table: string, event: string, rows: 'OLD' | 'NEW', logged: string): string =>
  `CREATE TRIGGER log_${event}_${rows.toLowerCase()} AFTER ${event} ON ${table}
   REFERENCING ${rows} TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION ${logged}()`;

const triggers = (table: string, logged: string): string[] =>
  EVENTS.map(([event, rows]) => trigger(table, event, rows, logged));

/** Logs every change of a table whose rows have an `id`; for PostgreSQL. */
export const loggedChanges = (table: string): string[] => triggers(table, 'log_changed_rows');

/**
 * On PostgreSQL every process keeps a copy of what the search and the cards show in a file of its own (decision 24), so
 * the tables of the search index go. Instead a log says which rows each transaction changed: written by triggers, so
 * that no writer can forget it; with the number of the transaction, by which a snapshot knows whether it was seen.
 * `trimmed_to` is the first transaction whose entries are all there. On SQLite the index stands in the same file.
 */
export const changeLog: Migration = {
  version: 6,
  name: 'change-log',
  sqlite: [],
  postgres: [
    'DROP TABLE IF EXISTS position_keys, position_words, vocabulary',
    'DROP INDEX IF EXISTS article_keys_trigrams',
    `CREATE TABLE catalogue_changes (
      number BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      xid XID8 NOT NULL,
      entity TEXT NOT NULL,
      ids BIGINT[] NOT NULL
    )`,
    'CREATE INDEX catalogue_changes_by_xid ON catalogue_changes (xid)',
    'CREATE TABLE catalogue_log (id INTEGER PRIMARY KEY CHECK (id = 1), trimmed_to XID8 NOT NULL)',
    "INSERT INTO catalogue_log (id, trimmed_to) VALUES (1, '0')",
    logFunction('log_changed_rows', 'id'),
    logFunction('log_redirected_positions', 'position_id'),
    ...['brands', 'article_keys', 'positions'].flatMap(loggedChanges),
    ...triggers('alias_redirects', 'log_redirected_positions'),
    // A redirect that moves is taken from one position and given to another.
    trigger('alias_redirects', 'update', 'OLD', 'log_redirected_positions'),
  ],
};
