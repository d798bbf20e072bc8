// @module-tag deep
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { runCommand } from '../../support/command.ts';
import { startObjects } from '../../support/object-server.ts';
import { startServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';
import { formOf, prepare, staffed, taken } from '../../support/staffed-server.ts';

const PDF = '%PDF-1.4\n%%EOF\n';

/** A data folder with files of every service, left by its server; the name of one of them. */
async function leftShop(): Promise<{ dataFolder: string; scan: string }> {
  const dataFolder = await shopFolder();
  const server = await staffed(await startServer({ dataFolder }));
  const pair = { title: 'Договор', ...(await prepare(server)) };
  const create = { width: 60, height: 80, channels: 3, background: 'red' } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const photoOf = (field: string) => formOf(field, picture, 'a.png', 'image/png');
  await taken(server.ask('PATCH', 'bridge/card/1/photo', photoOf('photo')));
  await taken(server.ask('POST', 'mnote/pictures', photoOf('images')));
  const scans = formOf('scans', PDF, 'a.pdf', '', pair);
  const { files } = await taken<Document>(server.ask('POST', 'informator/docflow/', scans));
  await server.close();
  return { dataFolder, scan: `informator/scans/${files[0]?.fileName}` };
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
};

test('files move into the storage and back; doctor, backup and restore work with them there', {
  timeout: 120_000,
}, async () => {
  const [{ dataFolder, scan }, objects, backups] = [await leftShop(), await startObjects(), await shopFolder()];
  const own = await filesIn(join(dataFolder, 'files'));
  const variables = { DATA_DIR: dataFolder, ...objects.environment };
  const run = (command: string, ...words: string[]) => runCommand(command, variables, ...words);

  const first = await run('move-files', 'to-storage');
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.answer).toMatchObject({ equal: true, files: own.length, copied: own.length, others: 0 });
  expect(await objects.names()).toEqual(own);
  // What broke off is gone on with.
  await objects.lose(scan);
  expect((await run('move-files', 'to-storage')).answer).toMatchObject({ equal: true, copied: 1 });
  await rm(join(dataFolder, 'files'), { recursive: true });

  expect((await run('doctor')).answer).toMatchObject({ sound: true });
  const taken = await run('backup', backups);
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  const folder = String(taken.answer.folder);
  expect(await filesIn(join(folder, 'files'))).toEqual(own);
  // Backups are named by their second.
  await pause(1_000);
  const second = await run('backup', backups);
  expect(second).toMatchObject({ status: 0, stderr: '' });
  const again = String(second.answer.folder);
  const [one, other] = [await stat(join(folder, 'files', scan)), await stat(join(again, 'files', scan))];
  expect(one.ino).toBe(other.ino);

  await objects.lose(scan);
  const sick = await run('doctor');
  expect(sick.status).toBe(1);
  expect(sick.stdout).toContain(`${scan.slice('informator/'.length)} of document 1 is missing`);
  expect(await run('restore', backups)).toMatchObject({ status: 0 });
  expect(await objects.names()).toEqual(own);

  const back = await run('move-files', 'to-folder');
  expect(back.answer).toMatchObject({ equal: true, files: own.length, copied: own.length });
  expect(await filesIn(join(dataFolder, 'files'))).toEqual(own);
  expect(await readFile(join(dataFolder, 'files', scan), 'utf8')).toBe(PDF);

  await objects.stop();
  const away = await run('move-files', 'to-folder');
  expect([away.status, away.stderr.trim()]).toEqual([1, 'the object storage cannot be reached']);
});
