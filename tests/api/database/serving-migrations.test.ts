import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../../server/platform/database/migrate.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { isUnavailable } from '../../../server/platform/database/trouble.ts';
import type { Migration } from '../../../server/platform/database/types.ts';

const url = process.env.TEST_DATABASE_URL ?? '';
const PATIENCE = { lock: 100, pause: 50, total: 60_000 };

const step = (version: number, sql: string, isOutside?: true): Migration => ({
  ...{ version, name: `step ${version}`, sqlite: [], postgres: [sql] },
  ...(isOutside && { isOutside }),
});
const first = step(1, 'CREATE TABLE numbers (n INTEGER)');
const column = step(2, "ALTER TABLE numbers ADD COLUMN name TEXT NOT NULL DEFAULT ''");
const index = step(3, 'CREATE INDEX CONCURRENTLY IF NOT EXISTS numbers_n ON numbers (n)', true);

/** A schema of the first version, and a connection of the server that still works with it. */
async function served() {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  await migratePostgres(url, schema, [first]);
  const old = await connect(url, schema);
  onTestFinished(async () => {
    await old.query(`DROP SCHEMA ${schema} CASCADE`);
    await old.end();
  });
  const versions = async () =>
    (await old.query('SELECT version FROM schema_migrations ORDER BY version')).rows.map(({ version }) => version);
  return { schema, old, versions };
}

describe.skipIf(!url)('a migration beside a version that serves', () => {
  test('security 47: lets requests pass while it cannot have its table, and is made when it can', async () => {
    const { schema, old, versions } = await served();
    await old.query('BEGIN');
    await old.query('SELECT * FROM numbers');
    const migrated = migratePostgres(url, schema, [first, column], PATIENCE);
    const request = await connect(url, schema);
    for (let n = 0; n < 10; n += 1) await request.query('INSERT INTO numbers VALUES ($1)', [n]);
    await request.end();
    expect(await versions()).toEqual([1]);
    await old.query('COMMIT');
    await migrated;
    await old.query('INSERT INTO numbers (n) VALUES (10)');
    expect(await versions()).toEqual([1, 2]);
  });

  test('security 47: fails with a reason when it never can, and leaves the earlier steps', async () => {
    const { schema, old, versions } = await served();
    await old.query('BEGIN');
    await old.query('SELECT * FROM numbers');
    const failure = await migratePostgres(url, schema, [first, column], { ...PATIENCE, total: 0 }).catch(
      (error: unknown) => error,
    );
    expect(String(failure)).toContain('migration step 2 gets no lock of its tables');
    expect(isUnavailable(failure)).toBe(true);
    await old.query('COMMIT');
    expect(await versions()).toEqual([1]);
  });

  test('security 47: two that start together make an index once, beside changes', async () => {
    const { schema, old, versions } = await served();
    await old.query('BEGIN');
    await old.query('INSERT INTO numbers VALUES (1)');
    const starts = [1, 2].map(() => migratePostgres(url, schema, [first, column, index], PATIENCE));
    await old.query('COMMIT');
    await Promise.all(starts);
    expect(await versions()).toEqual([1, 2, 3]);
  });

  test('security 47: an index that a stopped start left half made is made anew', async () => {
    const { schema, old } = await served();
    await migratePostgres(url, schema, [first, column]);
    await old.query('INSERT INTO numbers VALUES (1), (1)');
    // The only way to leave one on purpose: building it fails.
    await old.query('CREATE UNIQUE INDEX CONCURRENTLY numbers_n ON numbers (n)').catch(() => {});
    await migratePostgres(url, schema, [first, column, index]);
    const { rows } = await old.query(
      `SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = '${schema}.numbers_n'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
  });
});
