// @module-tag deep
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { runCommand } from '../../support/command.ts';
import { newDatabase } from '../../support/new-database.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';
import { addOwners } from '../../support/shop-process.ts';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);
/** Everything that a text of COPY has to escape, and numbers that are spelt otherwise there. */
const POSITIONS: readonly NewPosition[] = [
  { article: '740.1003010-20', title: 'Прокладка\tголовки\nблока \\N', amount: 0.0000001, price: 12_345 },
  { article: 'К-45', title: 'Кольцо 😀 «поршневое»', amount: 1e21, hidden: 1 },
  { article: 'A 12', title: '', amount: 2.5, photo: null },
];
const DESK = { DEMO: 'on', SERVICES: 'mauth,informator,mnote' };

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A data folder with people, documents, slides and a few positions, left by its server. */
async function leftShop(): Promise<string> {
  const dataFolder = await shopFolder();
  await (await startServer({ dataFolder, environment: DESK })).close();
  const server = await startServer({ dataFolder });
  const database = server.app.services.bridge?.context.database;
  if (!database) throw new Error('no catalogue');
  await addOwners(database);
  await database.runJob(ADD, POSITIONS);
  await server.close();
  return dataFolder;
}

const ASKED = [
  '/api/bridge/search/?query=740',
  '/api/bridge/card/1',
  '/api/bridge/brands',
  '/api/bridge/providers',
  '/api/informator/about/',
  '/api/informator/user/',
  '/api/informator/role/',
  '/api/informator/directing/',
  '/api/informator/docflow/',
  '/api/informator/setting/access/',
  '/api/mnote/',
  '/api/mauth/admin/user/',
];

/**
 * An answer without what asking for it changes: a user who signs in to ask has one more session by then, and a search
 * says how long it took.
 */
const unchanged = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (name, value) => (CHANGED_BY_ASKING.has(name) ? undefined : value)));
const CHANGED_BY_ASKING = new Set(['sessions', 'updatedAt', 'lastVisitAt', 'time']);

/** What a server over the data folder answers to an administrator. */
async function answersOf(dataFolder: string, environment: Record<string, string> = {}): Promise<unknown[]> {
  const server = await startServer({ dataFolder, environment });
  try {
    const { access } = await server.signIn(ADMIN);
    const answers: unknown[] = [];
    for (const path of ASKED) {
      const answer = await server.fetch(path, { headers: { Authorization: `Bearer ${access}` } });
      answers.push([path, answer.status, unchanged(await answer.json())]);
    }
    return answers;
  } finally {
    await server.close();
  }
}

/** Adds brands until the work is done; answers how many were accepted. */
async function addBrandsWhile(server: WholeServer, work: Promise<unknown>): Promise<number> {
  const { access } = await server.signIn(ADMIN);
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let count = 0;
  while (!isOver) {
    const body = new URLSearchParams({ title: `Бренд ${count + 1}` });
    const headers = { Authorization: `Bearer ${access}` };
    if ((await server.fetch('/api/bridge/brands', { method: 'POST', headers, body })).ok) count += 1;
  }
  return count;
}

describe.skipIf(SERVER === '')('with a PostgreSQL server', () => {
  test('a shop that has moved answers as before, also after a second move, and is sound', async () => {
    const [dataFolder, url] = [await leftShop(), await newDatabase(SERVER)];
    const before = await answersOf(dataFolder);
    const move = (...words: string[]) => runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url, ...words);
    expect(await move()).toMatchObject({ status: 0, stderr: '', answer: { equal: true, aside: [] } });
    // The copy has not been used yet, so it is replaced.
    expect(await move()).toMatchObject({ status: 0, answer: { equal: true, aside: [] } });
    expect(await answersOf(dataFolder, { DATABASE_URL: url })).toEqual(before);
    const doctor = await runCommand('doctor', { DATA_DIR: dataFolder, DATABASE_URL: url });
    expect(doctor.answer).toMatchObject({ sound: true });
    // By now a user has signed in: that must not be lost without a warning.
    const refused = await move();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('the target has data already (mauth)');
    const replaced = await move('--replace');
    expect(replaced.answer).toMatchObject({ equal: true });
    expect(replaced.answer.aside).toHaveLength(1);
  });

  test('new rows go on behind the largest id that was ever given', async () => {
    const [dataFolder, url] = [await leftShop(), await newDatabase(SERVER)];
    const db = new DatabaseSync(join(dataFolder, 'bridge.db'));
    db.exec("INSERT INTO brands VALUES (50, 'ПРОШЛЫЙ', 0, 0); DELETE FROM brands WHERE id = 50");
    db.close();
    expect((await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url)).status).toBe(0);
    const [added] = await query(
      url,
      "INSERT INTO bridge.brands (title, created_at, updated_at) VALUES ('НОВЫЙ', 0, 0) RETURNING id",
    );
    expect(Number(added?.id)).toBe(51);
  });

  test('what PostgreSQL cannot hold, or a shop at work, stops the move before anything is changed', async () => {
    const [dataFolder, url] = [await leftShop(), await newDatabase(SERVER)];
    const server = await startServer({ dataFolder });
    expect((await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url)).stderr).toContain('is in use');
    await server.close();
    const db = new DatabaseSync(join(dataFolder, 'bridge.db'));
    db.exec("UPDATE positions SET title = 'a' || char(0) || 'b' WHERE id = 1");
    db.close();
    const { status, stderr } = await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url);
    expect(status).toBe(1);
    expect(stderr).toContain('positions.title holds a text with a NUL character');
    expect(await query(url, "SELECT FROM pg_namespace WHERE nspname = 'mauth'")).toEqual([]);
    expect((await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, 'mysql://x')).status).toBe(2);
  });

  test('security 46: a backup taken under load is restored as it was at one moment, and --back undoes that', async () => {
    const [dataFolder, folder, url] = [await leftShop(), await shopFolder(), await newDatabase(SERVER)];
    await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url);
    const environment = { DATA_DIR: dataFolder, DATABASE_URL: url };
    const server = await startServer({ dataFolder, environment: { DATABASE_URL: url } });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await server.close();
      isOpen = false;
    };
    onTestFinished(close);
    const backup = runCommand('backup', environment, folder);
    const accepted = await addBrandsWhile(server, backup);
    expect(await backup).toMatchObject({ status: 0, stderr: '', answer: { databases: 4 } });
    const busy = await runCommand('restore', environment, folder);
    expect(busy.stderr).toContain('the database is in use');
    await close();

    const photos = join(dataFolder, 'files/bridge/photos');
    await mkdir(photos, { recursive: true });
    await writeFile(join(photos, 'later.webp'), 'later');
    const restored = await runCommand('restore', environment, folder);
    expect(restored).toMatchObject({ status: 0 });
    const brands = (await query(url, 'SELECT title FROM bridge.brands WHERE id > 1 ORDER BY id')).map(
      ({ title }) => title,
    );
    expect(brands).toEqual(brands.map((_, at) => `Бренд ${at + 1}`));
    expect(brands.length).toBeLessThanOrEqual(accepted);
    expect((await runCommand('doctor', environment)).answer).toMatchObject({ sound: true });
    const [note] = await query(url, "SELECT max(last_value) AS last FROM pg_sequences WHERE schemaname = 'bridge'");
    expect(Number(note?.last)).toBeGreaterThan(0);

    expect((await runCommand('restore', environment, '--back')).status).toBe(0);
    const [after] = await query(url, 'SELECT count(*) AS count FROM bridge.brands WHERE id > 1');
    expect(Number(after?.count)).toBe(accepted);
    expect(await readFile(join(photos, 'later.webp'), 'utf8')).toBe('later');
  });

  test('a backup that does not fit leaves database and files as they were', async () => {
    const [dataFolder, folder, url] = [await leftShop(), await shopFolder(), await newDatabase(SERVER)];
    await runCommand('move-to-postgres', { DATA_DIR: dataFolder }, url);
    const environment = { DATA_DIR: dataFolder, DATABASE_URL: url };
    await query(url, "INSERT INTO mnote.schema_migrations VALUES (999, 'of a later program', '')");
    expect((await runCommand('backup', environment, folder)).status).toBe(0);
    await query(url, 'DELETE FROM mnote.schema_migrations WHERE version = 999');
    const { status, stderr } = await runCommand('restore', environment, folder);
    expect(status).toBe(1);
    expect(stderr).toContain('999');
    expect(await query(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE '%before%'")).toEqual([]);
    expect((await query(url, 'SELECT FROM bridge.positions')).length).toBe(POSITIONS.length);
    const embedded = await runCommand('restore', { DATA_DIR: dataFolder }, folder);
    expect(embedded.stderr).toContain('the backup is of postgres: restore it with DATABASE_URL');
  });
});
