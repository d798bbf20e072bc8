import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, type TestOptions } from 'vitest';
import { modulesOf } from '../../server/platform/child-process/modules.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import type { Database, Migration } from '../../server/platform/database/types.ts';
import { openPglite } from './pglite.ts';
import { lendSchema } from './postgres/schemas.ts';

// Every database has a thread of its own, which would make the modules of reading children anew at its first import.
for (const module of ['platform/child-process/boot.ts', 'price-lists/guess/stage-child.ts'])
  modulesOf(new URL(`../../server/${module}`, import.meta.url).href);

/** Opens a fresh, empty database with the given schema; it is closed and removed after the test. */
export type OpenFresh = <Schema>(migrations: readonly Migration[]) => Promise<Database<Schema>>;

type Opener = <Schema>(
  migrations: readonly Migration[],
) => Promise<{ database: Database<Schema>; remove(): Promise<void> }>;

/** Migrated files of this process, by their migrations: a copy takes a millisecond, migrating a hundred. */
const templates = new Map<readonly Migration[], Promise<string>>();

const templateOf = (migrations: readonly Migration[]): Promise<string> => {
  const kept = templates.get(migrations) ?? template(migrations);
  templates.set(migrations, kept);
  return kept;
};

async function template(migrations: readonly Migration[]): Promise<string> {
  const file = join(await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'parts-template-')), 'migrated.db');
  // The last to close folds everything into the one file.
  await (await openDatabase({ dialect: 'sqlite', file }, migrations)).close();
  return file;
}

const sqlite: Opener = async (migrations) => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-db-'));
  const file = join(folder, 'test.db');
  if (migrations.length > 0) await copyFile(await templateOf(migrations), file);
  return {
    database: await openDatabase({ dialect: 'sqlite', file }, migrations),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

const pglite: Opener = async (migrations) => ({ database: await openPglite(migrations), remove: async () => {} });

const postgres =
  (url: string): Opener =>
  async (migrations) => {
    const { schema, giveBack } = await lendSchema(url, migrations);
    return { database: await openDatabase({ dialect: 'postgres', url, schema }, migrations), remove: giveBack };
  };

/** The PostgreSQL server that TEST_DATABASE_URL names; PGlite stands in where there is none. */
const serverUrl = process.env.TEST_DATABASE_URL;
const postgresOpener: [string, Opener] = serverUrl ? ['PostgreSQL', postgres(serverUrl)] : ['PGlite', pglite];
const openers: readonly [string, Opener][] = [['SQLite', sqlite], postgresOpener];

/**
 * Declares the same tests for every dialect. `openBeside` opens a second database beside that of `open`: of the same
 * dialect, but SQLite beside PGlite, where only one is usable at a time.
 */
export function eachDialect(name: string, tests: DialectTests): void {
  eachOf(openers, name, tests);
}

/**
 * For what lies above the SQL of a store: SQLite in every run, PostgreSQL tagged `deep`. A test among them that is the one
 * to run some statement of a store carries the tag `store` and runs on both in `npm test`.
 */
export function aboveSql(name: string, tests: DialectTests): void {
  eachOf([['SQLite', sqlite]], name, tests);
  eachOf([postgresOpener], name, tests, { tags: ['deep'] });
}

/** The same for the embedded one alone. */
export function onSqlite(name: string, tests: DialectTests): void {
  eachOf([['SQLite', sqlite]], name, tests);
}

/** The same for those of PostgreSQL. */
export function eachPostgres(name: string, tests: DialectTests): void {
  eachOf([postgresOpener], name, tests);
}

type DialectTests = (open: OpenFresh, dialect: string, openBeside: OpenFresh) => void;

function eachOf(
  dialects: readonly [string, Opener][],
  name: string,
  tests: DialectTests,
  options: TestOptions = {},
): void {
  for (const [dialect, opener] of dialects) {
    describe(`${name} on ${dialect}`, options, () => {
      const opened: { database: { close(): Promise<void> }; remove(): Promise<void> }[] = [];
      afterEach(async () => {
        for (const { database, remove } of opened.splice(0)) {
          await database.close();
          await remove();
        }
      });
      const openBy =
        (one: Opener): OpenFresh =>
        async (migrations) => {
          const fresh = await one(migrations);
          opened.push(fresh);
          return fresh.database as never;
        };
      tests(openBy(opener), dialect, openBy(opener === pglite ? sqlite : opener));
    });
  }
}
