import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { eachPostgres } from '../../support/databases.ts';
import { copyIn, shopFolder } from '../../support/shop-folder.ts';
import { addOwners, type ShopProcess, startShop } from '../../support/shop-process.ts';

/** How a copy can be spoilt while it is closed. */
const DAMAGES: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'was overwritten': (file) => writeFile(file, 'not a database'),
  'lost its end': (file) => truncate(file, 20_000),
  'is empty': (file) => truncate(file, 0),
  'is of another format': async (file) => change(file, 'UPDATE copy_state SET format = 0'),
  'was never finished': async (file) => change(file, 'DELETE FROM copy_state'),
};

function change(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

const snapshotsIn = (filesFolder: string) => readdir(join(filesFolder, 'snapshots'));

const found = (shop: ShopProcess, query: string, articles: string[]) =>
  vi.waitFor(async () => expect(await shop.find(query)).toEqual(articles), { timeout: 30_000 });

eachPostgres('the copy of a process', (open) => {
  test('is kept for the next start, which shows what changed in between', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    const first = await startShop(database, { filesFolder });
    await first.add({ article: 'К-1', title: 'Вал' });
    expect(await first.find('вал')).toEqual(['К-1']);
    await first.stop();
    const elsewhere = await startShop(database, { filesFolder, copyFolder: await shopFolder() });
    await elsewhere.add({ article: 'К-2', title: 'Вал' });
    await elsewhere.stop();
    const again = await startShop(database, { filesFolder });
    expect(again.origins).toEqual(['kept']);
    expect(await again.find('вал')).toEqual(['К-1', 'К-2']);
    await again.stop();
  });

  for (const [way, damage] of Object.entries(DAMAGES)) {
    test(`is built anew at a start when it ${way}`, async () => {
      const database = await open<CatalogueSchema>(migrations);
      await addOwners(database);
      const filesFolder = await shopFolder();
      const first = await startShop(database, { filesFolder });
      await first.add({ article: 'К-1', title: 'Вал' });
      await first.stop();
      await damage(await copyIn(join(filesFolder, 'copies')));
      const again = await startShop(database, { filesFolder });
      expect(again.origins).toEqual(['built']);
      expect(await again.find('вал')).toEqual(['К-1']);
      expect((await again.get('/card/1')).json()).toMatchObject({ article: 'К-1' });
      await again.stop();
    });
  }

  test('is built anew when it breaks under a running process', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    const shop = await startShop(database, { filesFolder });
    await shop.add({ article: 'К-1', title: 'Вал' });
    change(await copyIn(join(filesFolder, 'copies')), 'DROP TABLE position_words');
    expect((await shop.get('/search/?query=вал')).statusCode).not.toBe(404);
    await found(shop, 'вал', ['К-1']);
    await shop.add({ article: 'К-2', title: 'Вал' });
    expect(await shop.find('вал')).toEqual(['К-1', 'К-2']);
    await shop.stop();
  });

  test('is built anew when what it has not seen is no longer in the log', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    const shop = await startShop(database, { filesFolder });
    await shop.stop();
    await (await startShop(database, { filesFolder, copyFolder: await shopFolder() })).stop();
    await database.write((transaction) =>
      transaction
        .updateTable('catalogue_log' as never)
        .set({ trimmed_to: '9999999' } as never)
        .execute(),
    );
    const again = await startShop(database, { filesFolder });
    expect(again.origins).toEqual(['built']);
    await again.stop();
  });

  test('of another catalogue is not taken for its own', async () => {
    const one = await open<CatalogueSchema>(migrations);
    await addOwners(one);
    const filesFolder = await shopFolder();
    const shop = await startShop(one, { filesFolder, snapshots: { rows: 1, calmMs: 0 } });
    await shop.add({ article: 'Ч-1', title: 'Чужая' });
    await shop.stop();
    const other = await open<CatalogueSchema>(migrations);
    await addOwners(other);
    const second = await startShop(other, { filesFolder });
    expect(second.origins).toEqual(['built']);
    expect(await second.find('чужая')).toEqual([]);
    await second.stop();
  });

  test('is fetched as a snapshot by a process that has none, which shows what changed since', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    await mkdir(join(filesFolder, 'snapshots'));
    const first = await startShop(database, { filesFolder, snapshots: { rows: 1, calmMs: 0 } });
    await first.add({ article: 'К-1', title: 'Вал' });
    await vi.waitFor(async () => expect(await snapshotsIn(filesFolder)).not.toEqual([]), { timeout: 30_000 });
    await first.stop();
    const second = await startShop(database, { filesFolder, copyFolder: await shopFolder() });
    await second.add({ article: 'К-2', title: 'Вал' });
    await second.stop();
    const third = await startShop(database, { filesFolder, copyFolder: await shopFolder() });
    expect(third.origins).toEqual(['snapshot']);
    expect(await third.find('вал')).toEqual(['К-1', 'К-2']);
    await third.stop();
    for (const name of await snapshotsIn(filesFolder)) {
      await writeFile(join(filesFolder, 'snapshots', name), 'not a database');
    }
    const fourth = await startShop(database, { filesFolder, copyFolder: await shopFolder() });
    expect(fourth.origins).toEqual(['built']);
    expect(await fourth.find('вал')).toEqual(['К-1', 'К-2']);
    await fourth.stop();
  });
});
