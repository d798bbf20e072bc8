import { afterEach, expect, test } from 'vitest';
import { eachDialect } from '../../support/databases.ts';
import { CHEAP, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';

eachDialect('at the same moment', (open) => {
  let shop: Shop;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ADMIN, 'admin');
    await shop.addUser(ANNA);
  };
  afterEach(() => shop.close());
  const change = (bearer: string, password: string) =>
    shop.ask('/password', { method: 'PATCH', body: { password, password_2: password }, bearer });
  const isIn = async (access: string) => (await shop.access(access)).status === 200;

  test('security 7: fifty refreshes with one token are one rotation', async () => {
    await start();
    const { refresh } = await shop.begin(ANNA);
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.refresh(refresh)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
    expect((await shop.refresh(answers[0]?.body.refresh)).status).toBe(200);
    expect(await shop.events()).not.toContain('session.reused');
  });

  test('a refresh and a change of the password leave the session with a pair that works', async () => {
    await start();
    const { access, refresh } = await shop.begin(ANNA);
    const [renewed, changed] = await Promise.all([shop.refresh(refresh), change(access, 'another horse')]);
    expect([renewed.status, changed.status]).toEqual([200, 200]);
    const next = await shop.refresh(renewed.body.refresh);
    expect([next.status, await isIn(next.body.access)]).toEqual([200, true]);
  });

  test('an answer that was lost before the password changed comes again with an access token that works', async () => {
    await start();
    const { access, refresh } = await shop.begin(ANNA);
    const lost = await shop.refresh(refresh);
    expect((await change(access, 'another horse')).status).toBe(200);
    expect(await isIn(lost.body.access)).toBe(false);
    const again = await shop.refresh(refresh);
    expect(again.body.refresh).toBe(lost.body.refresh);
    expect(await isIn(again.body.access)).toBe(true);
  });

  test('security 8: whoever signs in or refreshes while the account is disabled or reset is out', async () => {
    for (const [method, path, body] of [
      ['PATCH', '', { disabled: true }],
      ['POST', '/reset', undefined],
    ] as const) {
      await start();
      const { refresh } = await shop.begin(ANNA);
      const bearer = (await shop.begin(ADMIN)).access;
      const [signedIn, renewed, done] = await Promise.all([
        shop.signIn(ANNA),
        shop.refresh(refresh),
        shop.ask(`/admin/user/${ANNA}${path}`, { method, body, bearer }),
      ]);
      expect(done.status).toBe(200);
      for (const { status, body: pair } of [signedIn, renewed]) {
        if (status !== 200) continue;
        expect(await isIn(pair.access)).toBe(false);
        expect((await shop.refresh(pair.refresh)).status).toBe(401);
      }
      await shop.close();
    }
    await start();
  });

  test('security 8: a session cannot set its own password over the one that a reset has mailed', async () => {
    await start();
    const { access } = await shop.begin(ANNA);
    const bearer = (await shop.begin(ADMIN)).access;
    const reset = () => shop.ask(`/admin/user/${ANNA}/reset`, { method: 'POST', bearer });
    await Promise.all([change(access, 'thief of horses'), reset()]);
    expect((await shop.signIn(ANNA, 'thief of horses')).body).toEqual({ error: 'incorrect password' });
    expect((await shop.signIn(ANNA, await shop.mailedPassword(ANNA))).body).toMatchObject({ mustChangePassword: true });
  });

  test('security 5: two sign-ins that both hash the password anew both succeed', async () => {
    await start({ hashCost: { ...CHEAP, passes: 2 } });
    const cheap = await openShop(open);
    await cheap.addUser(ANNA);
    const former = await cheap.database.read.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    await cheap.close();
    await shop.close();
    await start({ hashCost: { ...CHEAP, passes: 2 } });
    await shop.database.write((transaction) =>
      transaction.updateTable('users').set(former).where('email_key', '=', ANNA).execute(),
    );
    const answers = await Promise.all([shop.signIn(ANNA, PASSWORD), shop.signIn(ANNA, PASSWORD)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('security 22: two administrators who demote one another leave one', async () => {
    await start();
    await shop.addUser('second@example.ru', 'admin');
    const [first, second] = [await shop.begin(ADMIN), await shop.begin('second@example.ru')];
    const demote = (email: string, bearer: string) =>
      shop.ask(`/admin/user/${email}`, { method: 'PATCH', body: { rank: 'user' }, bearer });
    await Promise.all([demote('second@example.ru', first.access), demote(ADMIN, second.access)]);
    const admins = (await shop.mauth.accounts.list()).filter(({ rank }) => rank === 'admin');
    expect(admins).toHaveLength(1);
  });
});
