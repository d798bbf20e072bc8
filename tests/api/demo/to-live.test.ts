// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { wordingOf } from '../../../server/operations/console/console.ts';
import { startApp } from '../../../server/operations/start/app.ts';
import { productionWarnings } from '../../../settings/read.ts';
import { runCommand } from '../../support/command.ts';
import { EVENING } from '../../support/moment.ts';
import { newDatabase } from '../../support/new-database.ts';

const SERVICES = ['mauth', 'bridge', 'informator', 'mnote'] as const;
const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const ADMIN_EMAIL = 'owner@shop.example';

/** Counters and journals that only ever grow, and what the search knows of numbers that were once here. */
const GROWS =
  /^(?:schema_migrations|sqlite_|milestones|audit_events|administration|catalogue_state|access_state|photo_state|article_keys|parts|key_trigrams|position_words|position_changes|catalogue_changes)/;

interface Place {
  readonly folder: string;
  readonly url: string;
}

async function newPlace(dialect: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-to-live-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, url: dialect === 'PostgreSQL' ? await newDatabase(serverUrl) : '' };
}

const environmentOf = ({ folder, url }: Place, settings: Record<string, string> = {}) => ({
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: url,
  SERVE_PAGES: 'off',
  ...settings,
});

async function start(
  place: Place,
  settings: Record<string, string> = {},
): Promise<{ app: Awaited<ReturnType<typeof startApp>>; said: string[] }> {
  const said: string[] = [];
  const environment = environmentOf(place, settings);
  const app = await startApp(readConfig(environment), {
    root: join(import.meta.dirname, '../../..'),
    environment,
    log: pino({ level: 'silent' }),
    say: (event) => void said.push(wordingOf(event).russian),
    clock: () => EVENING,
  });
  return { app, said };
}

/** Starts and stops; resolves to what was said besides the settings that a live shop needs. */
async function run(place: Place, settings: Record<string, string> = {}): Promise<string[]> {
  const { app, said } = await start(place, settings);
  await app.close();
  const unset = productionWarnings(environmentOf(place, settings)).map(({ russian }) => russian);
  return said.filter((line) => !unset.includes(line));
}

const removeDemo = (place: Place, ...words: string[]) =>
  runCommand('admin', environmentOf(place), 'remove-demo', ...words);

/** Runs SQL in a service's database. */
async function ask(place: Place, service: string, sql: string): Promise<Record<string, unknown>[]> {
  if (place.url === '') {
    const db = new DatabaseSync(join(place.folder, `${service}.db`));
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  try {
    await client.query(`SET search_path TO ${service}`);
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Rows of all tables that hold something of the shop. */
async function counts(place: Place): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const service of SERVICES) {
    const names = await ask(
      place,
      service,
      place.url === ''
        ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
        : `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${service}'`,
    );
    for (const name of names
      .map(({ name }) => String(name))
      .filter((name) => !GROWS.test(name))
      .sort()) {
      const [row] = await ask(place, service, `SELECT count(*) AS count FROM ${name}`);
      if (Number(row?.count) > 0) found[`${service}.${name}`] = Number(row?.count);
    }
  }
  return found;
}

/** Forgets all records, as a version before them left the folder. */
async function withoutRecords(place: Place): Promise<void> {
  for (const service of SERVICES) await ask(place, service, 'DELETE FROM demonstration');
}

const photos = async ({ folder }: Place): Promise<string[]> => [
  ...(await readdir(join(folder, 'files/bridge/photos'))),
  ...(await readdir(join(folder, 'files/mnote/images'))),
];

const DIALECTS = ['SQLite', ...(serverUrl ? ['PostgreSQL'] : [])];

describe.each(DIALECTS)('from trial to live on %s', { timeout: 240_000 }, (dialect) => {
  test.each(['with records', 'of a version without records'])(
    'a trial folder %s is not opened in production and stays as it is, and its removal leaves an empty shop',
    async (kind) => {
      const place = await newPlace(dialect);
      await run(place);
      if (kind !== 'with records') await withoutRecords(place);
      const before = await counts(place);
      expect(before).toMatchObject({ 'bridge.positions': 5_000, 'mauth.users': 4 });

      const production = { NODE_ENV: 'production', ADMIN_EMAIL };
      await expect(start(place, production)).rejects.toThrow(/^[^\n]*npm run admin -- remove-demo[^\n]*DEMO=on[^\n]*$/);
      expect(await counts(place)).toEqual(before);

      const tried = await removeDemo(place, '--dry-run');
      expect([tried.status, tried.stdout]).toEqual([0, expect.stringContaining('товары: 5000')]);
      expect((await removeDemo(place)).stdout).toContain('Ничего не удалено');
      expect(await counts(place)).toEqual(before);

      const removed = await removeDemo(place, '--yes');
      expect([removed.status, removed.stderr]).toEqual([0, '']);
      expect(removed.stdout).not.toContain('Осталось');
      const empty = await newPlace(dialect);
      await run(empty, { DEMO: 'off' });
      expect(await counts(place)).toEqual(await counts(empty));
      expect(await photos(place)).toEqual([]);

      const again = await removeDemo(place, '--yes');
      expect([again.status, again.stdout.trim()]).toEqual([0, 'Демонстрационных данных здесь нет.']);
      expect(await run(place)).toEqual([expect.stringContaining('DEMO=on')]);
      expect(await run(place, production)).toEqual([expect.stringContaining(ADMIN_EMAIL)]);
    },
  );

  test('what was changed since, and what it needs, is told and stays; the rest goes', async () => {
    const place = await newPlace(dialect);
    await run(place);
    const [position] = await ask(
      place,
      'bridge',
      'SELECT id, brand_id, provider_id FROM positions ORDER BY id LIMIT 1',
    );
    await ask(place, 'bridge', `UPDATE positions SET price = price + 1 WHERE id = ${position?.id}`);
    await ask(place, 'mauth', "UPDATE users SET password_version = 2 WHERE email_key = 'admin@example.test'");
    await ask(place, 'informator', "UPDATE tasks SET ordered = 1 - ordered WHERE title = 'Приказ'");
    const removed = await removeDemo(place, '--yes');
    expect(removed.stdout).toMatch(
      /Изменено с тех пор[\s\S]*товары: [\s\S]*типы документов: Приказ[\s\S]*учётные записи: admin@example.test/,
    );
    expect(removed.stdout).toMatch(/Осталось, потому что используется:\n {2}поставщики: [^\n]+\n {2}бренды: /);
    expect(await counts(place)).toMatchObject({
      'bridge.positions': 1,
      'bridge.brands': 1,
      'bridge.providers': 1,
      'informator.tasks': 1,
      'mauth.users': 1,
    });
    expect((await removeDemo(place, '--yes')).stdout.trim()).toBe('Демонстрационных данных здесь нет.');
  });

  test('a shop that is live opens with a warning, and a trial start adds nothing to it', async () => {
    const place = await newPlace(dialect);
    await run(place, { NODE_ENV: 'production', ADMIN_EMAIL });
    expect(await run(place)).toEqual([expect.stringContaining('работающего магазина')]);
    expect(await counts(place)).not.toHaveProperty('bridge.positions');
    await run(place, { NODE_ENV: 'production', DEMO: 'on' });
    expect(await counts(place)).toHaveProperty('bridge.positions');
    expect(await run(place, { NODE_ENV: 'production' })).toEqual([expect.stringMatching(/^Внимание: .*remove-demo/)]);
  });

  test('an older shop without records that people have worked with counts as live', async () => {
    const place = await newPlace(dialect);
    await run(place, { ADMIN_EMAIL });
    await withoutRecords(place);
    await ask(place, 'mauth', `UPDATE users SET last_seen_at = 1 WHERE email_key = '${ADMIN_EMAIL}'`);
    expect(await run(place, { NODE_ENV: 'production' })).toEqual([expect.stringMatching(/^Внимание: /)]);
  });

  test('an administrator of the demonstration is none of the shop', async () => {
    const place = await newPlace(dialect);
    await run(place);
    const said = await run(place, { NODE_ENV: 'production', DEMO: 'on', ADMIN_EMAIL });
    expect(said).toContainEqual(expect.stringMatching(`^Администратор создан: ${ADMIN_EMAIL}, пароль: `));
  });
});
