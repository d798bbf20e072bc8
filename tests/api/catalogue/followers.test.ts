import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PartAnswer } from '../../../contract/catalogue/parts.ts';
import { migrations } from '../../../server/catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../../server/catalogue/context/schema.ts';
import { wordKey } from '../../../server/catalogue/search-words/dictionary.ts';
import { openDatabase } from '../../../server/platform/database/open.ts';
import { connect } from '../../../server/platform/database/postgres-connection.ts';
import { savedNow } from '../../../server/platform/database/types.ts';
import { NOON } from '../../support/bridge.ts';
import { eachPostgres } from '../../support/databases.ts';
import { shopFolder } from '../../support/shop-folder.ts';
import { addOwners, type ShopProcess, startShop } from '../../support/shop-process.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const SOON = { timeout: 30_000, interval: 20 };

const shows = (shop: ShopProcess, query: string, articles: string[]) =>
  vi.waitFor(async () => expect(await shop.find(query)).toEqual(articles), SOON);

eachPostgres('processes over one catalogue', (open) => {
  test('show what any of them changes, in a copy each', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    const one = await startShop(database, { filesFolder });
    const other = await startShop(database, { filesFolder });
    expect([one.origins, other.origins]).toEqual([['built'], ['built']]);
    const [id] = await one.add({ article: 'К-1', code: 'Код 77', title: 'Вал' });
    expect(await one.find('вал')).toEqual(['К-1']);
    await shows(other, 'код77', ['К-1']);
    await other.bridge.context.database.write((transaction) =>
      transaction.updateTable('brands').set({ title: 'Новая марка' }).where('id', '=', 1).execute(),
    );
    await shows(one, 'вал новая марка', ['К-1']);
    await other.add({ article: 'К-2', title: 'Вал' });
    await shows(one, 'вал', ['К-1', 'К-2']);
    await one.bridge.context.database.write((transaction) =>
      transaction
        .insertInto('search_words')
        .values({
          ...{ key: wordKey('крутилка'), word: 'крутилка', kind: 'synonym', means: 'вал' },
          ...savedNow(null, NOON),
        })
        .execute(),
    );
    await shows(other, 'крутилка', ['К-1', 'К-2']);
    const part = { word: 'вал', kind: 'part', means: 'вал коленчатый' };
    expect((await one.call('POST', '/search/words', { json: part })).statusCode).toBe(200);
    await shows(other, 'коленвал', ['К-1', 'К-2']);
    expect((await one.call('DELETE', `/search/words?word=${encodeURIComponent('вал')}`)).statusCode).toBe(204);
    const cross = { article: 'К-1', maker: '', crossArticle: 'К-2', crossMaker: '', way: 'both' };
    expect((await one.call('POST', '/crosses', { json: cross })).json()).toEqual({ isNew: true });
    const crossesOf = async (shop: typeof one) => {
      const { crosses } = (await shop.get(`/card/${id}/part`)).json() as PartAnswer;
      return crosses.map(({ part }) => part.article);
    };
    expect(await crossesOf(one)).toEqual(['К-2']);
    await expect.poll(() => crossesOf(other)).toEqual(['К-2']);
    await other.bridge.context.database.write((transaction) => transaction.deleteFrom('crosses').execute());
    await expect.poll(() => crossesOf(one)).toEqual([]);
    await one.bridge.context.database.write((transaction) =>
      transaction
        .deleteFrom('positions')
        .where('id', '=', id ?? 0)
        .execute(),
    );
    await shows(other, 'вал', ['К-2']);
    expect((await other.get(`/card/${id}`)).statusCode).toBe(404);
    await one.stop();
    await other.stop();
  });

  test('show redirects that move, and aliases that change places', async () => {
    const database = await open<CatalogueSchema>(migrations);
    await addOwners(database);
    const filesFolder = await shopFolder();
    const shop = await startShop(database, { filesFolder });
    const [first = 0, second = 0] = await shop.add({ article: 'К-1', alias: 'one' }, { article: 'К-2', alias: 'two' });
    const { write } = shop.bridge.context.database;
    const idAt = async (alias: string) => (await shop.get(`/card/product/${alias}`)).json().id;
    const redirect = (position_id: number) =>
      write((transaction) =>
        transaction
          .insertInto('alias_redirects')
          .values({ alias: 'old', position_id })
          .onConflict((conflict) => conflict.column('alias').doUpdateSet({ position_id }))
          .execute(),
      );
    await redirect(first);
    expect(await idAt('old')).toBe(first);
    await redirect(second);
    expect(await idAt('old')).toBe(second);
    await write(async (transaction) => {
      const rename = (id: number, alias: string) =>
        transaction.updateTable('positions').set({ alias }).where('id', '=', id).execute();
      await rename(first, 'between');
      await rename(second, 'one');
      await rename(first, 'two');
    });
    expect([await idAt('one'), await idAt('two')]).toEqual([second, first]);
    await shop.stop();
  });
});

/** A database behind a line that can break. */
async function behindProxy() {
  const url = new URL(serverUrl ?? '');
  const proxy = await openTcpProxy(url.hostname, Number(url.port || 5432));
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const direct = url.href;
  url.host = `127.0.0.1:${proxy.port}`;
  const near = await openDatabase<CatalogueSchema>({ dialect: 'postgres', url: direct, schema }, migrations);
  const far = await openDatabase<CatalogueSchema>({ dialect: 'postgres', url: url.href, schema }, migrations);
  onTestFinished(async () => {
    proxy.thaw();
    await near.close();
    await far.close();
    const client = await connect(direct, schema);
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  });
  await addOwners(near);
  return { near, far, proxy, direct, schema };
}

describe.skipIf(!serverUrl)('a follower of PostgreSQL', () => {
  test('misses no transaction that ends after one which was numbered later', async () => {
    const { near, direct, schema } = await behindProxy();
    const shop = await startShop(near, { filesFolder: await shopFolder() });
    await shop.add({ article: 'К-1', title: 'Вал' }, { article: 'К-2', title: 'Вал' });
    const [early, late] = [await connect(direct, schema), await connect(direct, schema)];
    await early.query('BEGIN');
    await early.query(`UPDATE positions SET title = 'Ранняя ось' WHERE article = 'К-1'`);
    await late.query(`UPDATE positions SET title = 'Поздняя ось' WHERE article = 'К-2'`);
    await shows(shop, 'ось', ['К-2']);
    await late.query(`INSERT INTO brands (title, created_at, updated_at) VALUES ('Ещё', 0, 0)`);
    await shop.bridge.context.shown.caughtUp();
    expect(await shop.find('ранняя')).toEqual([]);
    await early.query('COMMIT');
    await shows(shop, 'ось', ['К-1', 'К-2']);
    await early.end();
    await late.end();
    await shop.stop();
  });

  test('goes on from the last state while PostgreSQL is gone, says so, and misses nothing', async () => {
    const { near, far, proxy } = await behindProxy();
    const filesFolder = await shopFolder();
    let now = NOON;
    const shop = await startShop(far, { filesFolder, clock: () => now });
    const beside = await startShop(near, { filesFolder });
    const [id] = await beside.add({ article: 'К-1', title: 'Вал' });
    await shows(shop, 'вал', ['К-1']);
    const asOf = async () => (await shop.get('/search/?query=вал')).headers['catalogue-as-of'];
    expect(await asOf()).toBeUndefined();
    // A change that is being read when the line freezes would wait for the end of its connection.
    await shop.bridge.context.shown.caughtUp();
    proxy.freeze();
    await vi.waitFor(async () => expect(await asOf()).toBeDefined(), SOON);
    now += 60_000;
    await beside.add({ article: 'К-2', title: 'Вал' });
    const card = await shop.get(`/card/${id}`);
    expect([card.statusCode, card.headers['catalogue-as-of']]).toEqual([200, new Date(NOON).toUTCString()]);
    expect(await shop.find('вал')).toEqual(['К-1']);
    proxy.cut();
    proxy.thaw();
    await shows(shop, 'вал', ['К-1', 'К-2']);
    await vi.waitFor(async () => expect(await asOf()).toBeUndefined(), SOON);
    await shop.stop();
    await beside.stop();
  });

  test('whose connections are all cut again and again shows every change in the end', async () => {
    const { near, far, proxy } = await behindProxy();
    const filesFolder = await shopFolder();
    const shop = await startShop(far, { filesFolder });
    const beside = await startShop(near, { filesFolder });
    const articles = Array.from({ length: 12 }, (_, at) => `К-${at + 1}`);
    for (const article of articles) {
      await beside.add({ article, title: 'Вал' });
      proxy.cut();
    }
    await vi.waitFor(async () => expect((await shop.get('/search/?query=вал&limit=50')).json().total).toBe(12), SOON);
    await shop.stop();
    await beside.stop();
  });
});
