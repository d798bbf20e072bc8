// @module-tag deep
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import { thumbnailName } from '../../../rules/catalogue/pictures.ts';
import { doubledName } from '../../../server/platform/files/stored-files.ts';
import { newDatabase } from '../../support/new-database.ts';
import { startObjects } from '../../support/object-server.ts';
import { startServer } from '../../support/server.ts';
import { shopFolder } from '../../support/shop-folder.ts';
import { formOf, prepare, staffed, taken } from '../../support/staffed-server.ts';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const PDF = '%PDF-1.4\n%%EOF\n';
const PRICES = 'Артикул;Наименование;Цена\nК-1;Вал;100\nК-2;Кольцо;200\n';

describe.skipIf(SERVER === '')('two servers over one object storage', () => {
  test('show each other every kind of file, and go on by themselves after the storage was away', async () => {
    const [objects, url] = [await startObjects(), await newDatabase(SERVER)];
    const environment = { DATABASE_URL: url, JWT_SECRET: 'a secret of both servers', ...objects.environment };
    const open = async () => staffed(await startServer({ environment, dataFolder: await shopFolder() }));
    const one = await open();
    const two = await open();
    const pair = { title: 'Договор', ...(await prepare(one)) };
    const create = { width: 60, height: 80, channels: 3, background: 'red' } as const;
    const picture = await sharp({ create }).png().toBuffer();
    const photoOf = (field: string) => formOf(field, picture, 'a.png', 'image/png');
    const same = async (path: string, type: string) => {
      const [first, second] = [await one.ask('GET', path), await two.ask('GET', path)];
      expect([path, first.status, first.headers.get('content-type')]).toEqual([path, 200, type]);
      const bytes = Buffer.from(await first.arrayBuffer());
      expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
      return bytes;
    };

    const { photo } = await taken<{ photo: string }>(one.ask('PATCH', 'bridge/card/1/photo', photoOf('photo')));
    for (const name of [photo, doubledName(photo), thumbnailName(photo, 56)])
      await same(`bridge/card/photo/${name}`, 'image/webp');
    const profile = await taken<{ photo: string }>(two.ask('PATCH', 'informator/user/photo', photoOf('photo')));
    await same(`informator/user/photo/${profile.photo}`, 'image/webp');
    const [shown] = await taken<{ fileName: string }[]>(one.ask('POST', 'mnote/pictures', photoOf('images')));
    await same(`mnote/static/images/${shown?.fileName}`, 'image/webp');

    const made = await taken<Document>(one.ask('POST', 'informator/docflow/', formOf('scans', PDF, 'a.pdf', '', pair)));
    const scan = `informator/docflow/scan/${made.files[0]?.fileName}`;
    expect((await same(scan, 'application/pdf')).toString()).toBe(PDF);
    const part = await two.ask('GET', scan, undefined, { Range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PDF']);
    expect((await two.fetch(`/api/${scan}`)).status).toBe(401);
    expect((await two.ask('GET', `informator/docflow/${made.id}/package`)).status).toBe(200);

    const draft = `informator/docflow/drafts/${randomUUID()}`;
    expect((await one.ask('PUT', draft, pair)).status).toBe(204);
    const waiting = await taken<DocumentFile>(two.ask('POST', `${draft}/file`, formOf('scans', PRICES, 'таблица.csv')));
    const { rows } = await taken<{ rows: string[][] }>(
      one.ask('GET', `informator/docflow/scan/${waiting.fileName}/shown`),
    );
    expect(rows[1]).toEqual(['К-1', 'Вал', '100']);

    const guess = await taken<{ fileId: string }>(
      one.ask('POST', 'bridge/file/guess', formOf('file', PRICES, 'прайс.csv')),
    );
    const order = new FormData();
    const fields = { fileId: guess.fileId, fileName: 'прайс.csv', brandId: 1, providerId: 1, startRow: 2 };
    for (const [key, value] of Object.entries(fields)) order.append(key, String(value));
    const { runId } = await taken<{ runId: number }>(two.ask('POST', 'bridge/file/upload', order));
    const kept = await same(`bridge/import/runs/${runId}/file`, 'application/octet-stream');
    expect(kept.toString()).toBe(PRICES);

    // Nothing of it lies in a folder but lists as they were read, which are read anew where they are missing; no file
    // that was lent is left.
    for (const server of [one, two])
      expect(
        (await readdir(join(server.dataFolder, 'files'), { recursive: true })).filter(
          (name) => /\.\w+$/.test(name) && !/^bridge\/staged\/[0-9a-f]{64}\.rows$/.test(name),
        ),
      ).toEqual([]);
    const before = await objects.names();
    expect(new Set(before.map((name) => name.split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['bridge/photos', 'bridge/received', 'informator/photos', 'informator/scans', 'mnote/images']),
    );

    await objects.stop();
    const refused = [
      await one.ask('PATCH', 'bridge/card/1/photo', photoOf('photo')),
      await one.ask('POST', 'informator/docflow/', formOf('scans', PDF, 'b.pdf', '', pair)),
      await two.ask('GET', scan),
      await two.fetch('/ready'),
    ];
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      refused.map(() => [503, '2']),
    );
    expect((await two.ask('GET', 'bridge/search/?query=К-1')).status).toBe(200);
    await objects.start();
    expect(await objects.names()).toEqual(before);
    expect((await two.fetch('/ready')).status).toBe(200);
    expect((await same(scan, 'application/pdf')).toString()).toBe(PDF);
    await taken(one.ask('PATCH', 'bridge/card/1/photo', photoOf('photo')));
  });
});
