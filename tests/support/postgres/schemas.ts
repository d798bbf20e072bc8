import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { migratePostgres } from '../../../server/platform/database/migrate.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import type { Migration } from '../../../server/platform/database/types.ts';

/** Begins the name of every schema of this run, whichever process of it makes one. */
const SCHEMAS = `test_${process.env.TEST_RUN ?? randomBytes(4).toString('hex')}_`;

/** A schema of its own, with nothing in it but what its migrations write. */
export interface Lent {
  readonly schema: string;
  /** Takes it back; no connection may use it any more. */
  giveBack(): Promise<void>;
}

/** Migrated schemas that are free, by their migrations. */
const free = new Map<readonly Migration[], string[]>();
let client: Promise<pg.Client> | null = null;

/**
 * Lends a schema on the server at `url`. Migrating one takes up to half a second, emptying one some milliseconds: what a test
 * gives back is emptied for the next, unless it has changed the tables themselves.
 */
export async function lendSchema(url: string, migrations: readonly Migration[]): Promise<Lent> {
  const kept = free.get(migrations) ?? [];
  free.set(migrations, kept);
  const schema = kept.pop() ?? (await newSchema(url, migrations));
  return {
    schema,
    giveBack: async () => {
      if (await empty(url, schema)) kept.push(schema);
      else await drop(url, schema);
    },
  };
}

async function newSchema(url: string, migrations: readonly Migration[]): Promise<string> {
  const schema = `${SCHEMAS}${randomBytes(6).toString('hex')}`;
  if (migrations.length === 0) return schema;
  await migratePostgres(url, schema, migrations);
  await (await connected(url)).query(REMEMBER(schema));
  return schema;
}

/** False when it is no longer as it was migrated, or cannot be emptied. */
async function empty(url: string, schema: string): Promise<boolean> {
  try {
    await (await connected(url)).query(EMPTY(schema));
    return true;
  } catch {
    return false;
  }
}

async function drop(url: string, schema: string): Promise<void> {
  await (await connected(url)).query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_kept CASCADE`);
}

/** Drops all schemas of this run. */
export async function dropSchemas(url: string): Promise<void> {
  const { rows } = await (await connected(url)).query<{ nspname: string }>(
    'SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)',
    [SCHEMAS],
  );
  for (const { nspname } of rows) await (await connected(url)).query(`DROP SCHEMA ${nspname} CASCADE`);
  await (await connected(url)).end();
  client = null;
}

/** One connection for the housekeeping of this process; made anew when it was lost. */
function connected(url: string): Promise<pg.Client> {
  client ??= connect(url, 'public').then((opened) => {
    opened.on('end', () => {
      client = null;
    });
    return opened;
  });
  return client;
}

const TABLES = (schema: string) =>
  `SELECT relname FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r'`;

/** What the tables, columns, indexes, triggers and functions of a schema are, as one number. */
const SHAPE = (schema: string) => `(
  SELECT sum(hashtext(part)::bigint) FROM (
    SELECT c.relname || '.' || a.attname || ':' || a.atttypid::text || a.attnotnull::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = '${schema}'::regnamespace AND NOT a.attisdropped
    UNION ALL SELECT conname FROM pg_constraint WHERE connamespace = '${schema}'::regnamespace
    UNION ALL SELECT c.relname || '!' || t.tgname || t.tgenabled::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = '${schema}'::regnamespace AND NOT t.tgisinternal
    UNION ALL SELECT proname || md5(prosrc) FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace
  ) AS parts (part))`;

/** Keeps beside a migrated schema what the migrations have written, where its numbers stand, and its shape. */
const REMEMBER = (schema: string) => `DO $$
  DECLARE one record; filled boolean;
  BEGIN
    CREATE SCHEMA ${schema}_kept;
    CREATE TABLE ${schema}_kept."the shape" AS SELECT ${SHAPE(schema)} AS shape;
    CREATE TABLE ${schema}_kept."the numbers" AS
      SELECT sequencename, coalesce(last_value, start_value) AS last, last_value IS NOT NULL AS called
      FROM pg_sequences WHERE schemaname = '${schema}';
    FOR one IN ${TABLES(schema)} LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM ${schema}.%I)', one.relname) INTO filled;
      IF filled THEN
        EXECUTE format('CREATE TABLE ${schema}_kept.%I AS SELECT * FROM ${schema}.%I', one.relname, one.relname);
      END IF;
    END LOOP;
  END $$`;

/** Makes it as it was migrated, without triggers and references; fails where its shape is another. */
const EMPTY = (schema: string) => `DO $$
  DECLARE one record; filled boolean;
  BEGIN
    SET LOCAL session_replication_role = replica;
    SET LOCAL lock_timeout = 2000;
    IF ${SHAPE(schema)} IS DISTINCT FROM (SELECT shape FROM ${schema}_kept."the shape") THEN
      RAISE EXCEPTION 'changed';
    END IF;
    FOR one IN ${TABLES(schema)} LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM ${schema}.%I)', one.relname) INTO filled;
      IF filled THEN EXECUTE format('DELETE FROM ${schema}.%I', one.relname); END IF;
    END LOOP;
    FOR one IN ${TABLES(`${schema}_kept`)} AND relname NOT IN ('the shape', 'the numbers') LOOP
      EXECUTE format('INSERT INTO ${schema}.%I OVERRIDING SYSTEM VALUE SELECT * FROM ${schema}_kept.%I', one.relname, one.relname);
    END LOOP;
    PERFORM setval(format('${schema}.%I', n.sequencename)::regclass, n.last, n.called)
      FROM ${schema}_kept."the numbers" n JOIN pg_sequences s USING (sequencename)
      WHERE s.schemaname = '${schema}' AND (coalesce(s.last_value, s.start_value), s.last_value IS NOT NULL) IS DISTINCT FROM (n.last, n.called);
  END $$`;
