import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { NewPosition } from '../../support/add-positions-job.ts';
import { runCommand } from '../../support/command.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';
import { addOwners } from '../../support/shop-process.ts';

const NAME = `${'ab'.repeat(16)}.webp`;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

const ADD = new URL('../../support/add-positions-job.ts', import.meta.url);
const POSITIONS: readonly NewPosition[] = ['740.1003010-20', 'К-45', 'A 12'].map((article) => ({
  article,
  title: 'Прокладка головки блока',
}));
/** A demonstration without a catalogue, whose photos take long to draw. */
const DESK = { DEMO: 'on', SERVICES: 'mauth,informator,mnote' };

/** A data folder with people, documents and slides, left by its server. */
async function leftDesk(): Promise<string> {
  const dataFolder = await shopFolder();
  const server = await startServer({ dataFolder, environment: DESK });
  await server.close();
  return dataFolder;
}

/** A running shop with a few positions. */
async function openCatalogue(dataFolder: string): Promise<WholeServer> {
  const server = await startServer({ dataFolder });
  const database = server.app.services.bridge?.context.database;
  if (!database) throw new Error('no catalogue');
  await addOwners(database);
  await database.runJob(ADD, POSITIONS);
  return server;
}

const doctor = (dataFolder: string, ...words: string[]) => runCommand('doctor', { DATA_DIR: dataFolder }, ...words);

function change(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec(sql);
  } finally {
    db.close();
  }
}

test('a shop is sound, also beside its running server', async () => {
  const dataFolder = await shopFolder();
  const server = await openCatalogue(dataFolder);
  onTestFinished(() => server.close());
  const { status, stderr, answer } = await doctor(dataFolder);
  expect(stderr).toBe('');
  expect(answer).toMatchObject({ sound: true, findings: 0, byCheck: {} });
  expect(status).toBe(0);
  await server.signIn(ADMIN);
});

test('security 46: what does not agree is told by name, and what can be mended without loss is', async () => {
  const dataFolder = await shopFolder();
  await (await openCatalogue(dataFolder)).close();
  const bridge = join(dataFolder, 'bridge.db');
  change(bridge, `DELETE FROM position_keys WHERE position_id = (SELECT min(id) FROM positions WHERE hidden = 0)`);
  change(bridge, `UPDATE vocabulary SET row_count = row_count + 1 WHERE word = (SELECT min(word) FROM vocabulary)`);
  change(
    bridge,
    `UPDATE positions SET part_id = (SELECT max(id) FROM parts) WHERE id = (SELECT min(id) FROM positions)`,
  );
  const photos = join(dataFolder, 'files/bridge/photos');
  await writeFile(join(photos, NAME), 'photo');
  await utimes(join(photos, NAME), LONG_AGO, LONG_AGO);
  await writeFile(join(photos, NAME.replace('ab', 'cd')), 'just arrived');

  const first = await doctor(dataFolder);
  expect(first.status).toBe(1);
  expect(Object.keys(first.answer.byCheck as object).sort()).toEqual(
    ['bridge, parts', 'bridge, photos', 'bridge, search index'].sort(),
  );
  expect(first.answer.moving).toBe(1);
  expect(first.stdout).toContain(`bridge, photos: photos/${NAME} is named by no row`);

  const mended = await doctor(dataFolder, '--repair');
  expect(mended.answer).toMatchObject({ sound: true, findings: 0 });
  expect(mended.answer.repaired).toHaveLength(3);
  expect(mended.status).toBe(0);
  expect(await readFile(join(dataFolder, 'lost/bridge/photos', NAME), 'utf8')).toBe('photo');
  expect((await doctor(dataFolder)).answer).toMatchObject({ sound: true, repaired: [] });
});

test('lost files, changed contents and lost numbers are told and not hidden by mending', async () => {
  const dataFolder = await leftDesk();
  const informator = join(dataFolder, 'informator.db');
  change(informator, `UPDATE documents SET title = 'Другое' WHERE id = (SELECT min(id) FROM documents)`);
  change(informator, 'UPDATE document_numbers SET latest = latest + 1');
  change(informator, `UPDATE users SET photo = '${NAME}' WHERE id = (SELECT min(id) FROM users)`);
  change(
    informator,
    `INSERT INTO document_files VALUES ('${NAME}', (SELECT max(id) FROM documents), NULL, 'скан.webp', 'image/webp', 5, '${'0'.repeat(64)}')`,
  );
  const scans = join(dataFolder, 'files/informator/scans');
  await mkdir(scans, { recursive: true });
  await writeFile(join(scans, NAME), 'paper');
  const images = join(dataFolder, 'files/mnote/images');
  for (const image of await readdir(images)) await rm(join(images, image));

  const { status, answer, stdout } = await doctor(dataFolder, '--repair');
  expect(status).toBe(1);
  expect(answer.repaired).toEqual([]);
  expect(Object.keys(answer.byCheck as object).sort()).toEqual([
    'informator, hashes of documents',
    'informator, numbers of documents',
    'informator, photos',
    'informator, scans',
    'mnote, images',
  ]);
  expect(stdout).toContain(`scans/${NAME} of document`);
  expect(stdout).toContain('has another content than was received');
});

test('a file that waits with a draft has its owner, and is told when it is lost or changed', async () => {
  const dataFolder = await leftDesk();
  const scans = join(dataFolder, 'files/informator/scans');
  await mkdir(scans, { recursive: true });
  await writeFile(join(scans, NAME), 'paper');
  await utimes(join(scans, NAME), LONG_AGO, LONG_AGO);
  const lost = NAME.replaceAll('ab', 'cd');
  const waiting = (name: string) =>
    `INSERT INTO document_waiting_files (file_name, user_id, draft_id, original_name, type, size, sha256)
     VALUES ('${name}', (SELECT min(id) FROM users), 'd', 'скан.webp', 'image/webp', 5,
       '${createHash('sha256').update('paper').digest('hex')}')`;
  const informator = join(dataFolder, 'informator.db');
  change(
    informator,
    `INSERT INTO document_drafts (user_id, id, directing_id, task_id, content, saved_at)
     VALUES ((SELECT min(id) FROM users), 'd', 1, 1, '{}', 0)`,
  );
  change(informator, waiting(NAME));
  expect((await doctor(dataFolder)).answer).toMatchObject({ sound: true });

  change(informator, waiting(lost));
  await writeFile(join(scans, NAME), 'other');
  const { answer, stdout } = await doctor(dataFolder);
  expect(answer.byCheck).toEqual({ 'informator, scans': 2 });
  expect(stdout).toMatch(new RegExp(`scans/${lost} of a draft of user \\d+ is missing`));
  expect(stdout).toMatch(new RegExp(`scans/${NAME} of a draft of user \\d+ has another content`));
});

test('references to nothing and tables of another version are told', async () => {
  const dataFolder = await shopFolder();
  await (await openCatalogue(dataFolder)).close();
  change(
    join(dataFolder, 'bridge.db'),
    'UPDATE positions SET brand_id = 99999 WHERE id = (SELECT min(id) FROM positions)',
  );
  change(join(dataFolder, 'mnote.db'), "INSERT INTO schema_migrations VALUES (999, 'of a later program', '')");
  const { status, stdout, answer } = await doctor(dataFolder);
  expect(status).toBe(1);
  expect(answer.byCheck).toMatchObject({
    'bridge, references': 1,
    'bridge, brand_id of positions': 1,
    'mnote, schema': 1,
  });
  expect(stdout).toContain('mnote, schema: the tables have version 999');
});

test('what is asked wrongly is told', async () => {
  const dataFolder = await shopFolder();
  expect((await doctor(dataFolder)).status).toBe(2);
  expect((await doctor(dataFolder, '--repiar')).status).toBe(2);
});
