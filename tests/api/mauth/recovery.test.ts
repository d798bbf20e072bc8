import { afterEach, expect, test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'Anna@Example.ru';
const NEW = 'battery staple';

eachDialect('a forgotten password', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ANNA);
  };
  afterEach(() => shop.close());
  const change = (bearer: string, password: unknown, again: unknown = password) =>
    shop.ask('/password', { method: 'PATCH', bearer, body: { password, password_2: again } });

  test('leads by mail to a password that lets in once, to change it', async () => {
    await start();
    const before = await shop.begin(ANNA);
    expect((await shop.forgot('anna@example.ru')).status).toBe(200);
    expect((await shop.access(before.access)).status).toBe(200);
    expect((await shop.ask(`/forgot/${await shop.mailedToken(ANNA)}`)).status).toBe(200);
    expect((await shop.access(before.access)).status).toBe(401);
    expect((await shop.refresh(before.refresh)).status).toBe(401);
    expect((await shop.signIn(ANNA)).body).toEqual({ error: 'incorrect password' });

    const mailed = await shop.mailedPassword(ANNA);
    expect(mailed).toMatch(/^\w{16}$/);
    const { status, body } = await shop.signIn(ANNA, mailed);
    expect([status, body.mustChangePassword]).toEqual([200, true]);
    expect((await shop.signIn(ANNA, mailed)).body).toEqual({ error: 'incorrect password' });
    expect((await shop.ask('/session/', { bearer: body.access })).status).toBe(403);
    expect((await change(body.access, mailed)).body).toEqual({ error: 'invalid password' });
    expect((await change(body.access, NEW)).status).toBe(200);

    const fresh = await shop.refresh(body.refresh);
    expect(fresh.body.mustChangePassword).toBeUndefined();
    expect((await shop.ask('/session/', { bearer: fresh.body.access })).status).toBe(200);
    expect((await shop.signIn(ANNA, PASSWORD)).status).toBe(400);
    expect((await shop.signIn(ANNA, NEW)).status).toBe(200);
  });
});
