import { afterEach, expect, test } from 'vitest';
import { fillSearchTexts } from '../../../server/accounts/store/user-store.ts';
import { DeliveryFailure } from '../../../server/platform/mail/mail.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, email, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const ADMIN = 'admin@example.ru';

aboveSql('an administrator', (open) => {
  let shop: Shop;
  let bearer: string;
  const start = async (settings?: Parameters<typeof openShop>[1]) => {
    shop = await openShop(open, settings);
    await shop.addUser(ADMIN, 'admin');
    bearer = (await shop.begin(ADMIN)).access;
  };
  afterEach(() => shop.close());
  const found = async (search: string) => {
    const { body } = await shop.ask(`/admin/user/?search=${encodeURIComponent(search)}`, { bearer });
    return body.map((account: { email: string }) => account.email);
  };
  const addNamed = (address: string, name: string) =>
    shop.mauth.accounts.create({ email: email(address), password: PASSWORD, name, rank: 'user' });

  test('finds accounts by a literal part of e-mail or name, whatever the case', async () => {
    await start();
    await addNamed(ANNA, 'Ёлкина Анна');
    await addNamed('boris@example.ru', 'Борис 100%');
    for (const search of ['ёлкИНА', 'елкина', 'анна', 'ANNA@', ' ', '']) expect(await found(search)).toContain(ANNA);
    expect(await found('Борис 100%')).toEqual(['boris@example.ru']);
    for (const search of ['%', '_', '!', 'a%', 'Елкин_', 'x'.repeat(5_000)])
      expect(await found(search)).toEqual(search === '%' ? ['boris@example.ru'] : []);
  });

  test('finds by name who was there before names could be found', async () => {
    await start();
    await addNamed(ANNA, 'Ёлкина Анна');
    await shop.database.write((transaction) => transaction.updateTable('users').set({ search_text: '' }).execute());
    expect(await found('елкина')).toEqual([]);
    await fillSearchTexts(shop.database);
    expect(await found('елкина')).toEqual([ANNA]);
  });

  test('security 44: sees why a mail waits and sends it when the mail server is well again', async () => {
    const sent: string[] = [];
    let isDown = true;
    const send = async ({ to }: { to: string }) => {
      if (isDown) throw new DeliveryFailure('connect ECONNREFUSED', false);
      sent.push(to);
    };
    await start({ transport: { send } });
    const retry = (id: number | string) => shop.ask(`/admin/mail/${id}/retry`, { method: 'POST', bearer });
    const mails = async () => (await shop.ask('/admin/mail/', { bearer })).body;
    expect((await shop.signUp(ANNA)).status).toBe(201);
    await shop.mails();
    const [waiting] = await mails();
    expect(waiting).toMatchObject({ to: ANNA, state: 'waiting', mayRetry: true, problem: 'connect ECONNREFUSED' });
    isDown = false;
    expect((await retry(waiting.id)).status).toBe(200);
    await shop.mails();
    expect(sent).toEqual([ANNA]);
    expect(await mails()).toMatchObject([{ state: 'sent', mayRetry: false, problem: null }]);
    for (const id of [waiting.id, 999, 'x', '9'.repeat(30)])
      expect([(await retry(id)).status, (await retry(id)).body]).toEqual([404, { error: 'mail not found' }]);
  });

  test('does not reset the password of a disabled account', async () => {
    await start();
    await shop.addUser(ANNA);
    await shop.ask(`/admin/user/${ANNA}`, { method: 'PATCH', body: { disabled: true }, bearer });
    const { status, body } = await shop.ask(`/admin/user/${ANNA}/reset`, { method: 'POST', bearer });
    expect([status, body]).toEqual([409, { error: 'account disabled' }]);
    expect(await shop.mails()).toEqual([]);
  });

  test('keeps out whom he disabled before the e-mail was confirmed', async () => {
    await start();
    await shop.signUp(ANNA);
    const token = await shop.mailedToken(ANNA);
    await shop.ask(`/admin/user/${ANNA}`, { method: 'PATCH', body: { disabled: true }, bearer });
    expect((await shop.ask(`/confirm/${token}`)).status).toBe(400);
    shop.time.now += 2 * DAY;
    expect((await shop.signUp(ANNA)).body).toEqual({ error: 'email is not unique' });
    expect((await shop.signIn(ANNA)).status).toBe(400);
  });

  test('security 16: a user may do none of this', async () => {
    await start();
    await shop.addUser(ANNA);
    const { access } = await shop.begin(ANNA);
    for (const [method, path] of [
      ['GET', '/admin/user/'],
      ['PATCH', `/admin/user/${ANNA}`],
      ['POST', `/admin/user/${ANNA}/reset`],
      ['POST', '/admin/user/signup'],
      ['DELETE', '/admin/user/signout'],
      ['PATCH', '/admin/user/password'],
      ['GET', '/admin/mail/'],
      ['GET', '/admin/mail/failed'],
      ['POST', '/admin/mail/1/retry'],
    ] as const) {
      const body = method === 'GET' ? undefined : { email: ANNA, password: PASSWORD, rank: 'admin' };
      expect((await shop.ask(path, { method, body, bearer: access })).status).toBe(403);
    }
    expect((await shop.access(access)).body).toMatchObject({ rank: 'user' });
  });
});
