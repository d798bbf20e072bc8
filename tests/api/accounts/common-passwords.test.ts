import { afterEach, beforeEach, expect, test } from 'vitest';
import { RefusedPassword } from '../../../server/accounts/credentials/new-passwords.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna.ivanova@example.ru';
const COMMON = { error: 'invalid password', reason: 'common password' };
const PERSONAL = { error: 'invalid password', reason: 'personal password' };

aboveSql('a password that is easily guessed', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open);
  });
  afterEach(() => shop.close());

  test('security 63: makes no account, and the answer says why', async () => {
    expect(await shop.signUp(ANNA, { password: 'qwerty123' })).toMatchObject({ status: 400, body: COMMON });
    expect(await shop.signUp(ANNA, { password: 'IVANOVA1' })).toMatchObject({ status: 400, body: PERSONAL });
    expect(await shop.signUp(ANNA, { password: 'запчасти77' })).toMatchObject({ status: 400, body: PERSONAL });
    expect(await shop.database.read.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('security 63: becomes nobody’s by a change, by an administrator or by a reset', async () => {
    await shop.addUser(ANNA);
    await shop.addUser('boss@example.ru', 'admin');
    const own = await shop.begin(ANNA);
    const twice = { password: 'qwerty123', password_2: 'qwerty123' };
    const changed = await shop.ask('/password', { method: 'PATCH', bearer: own.access, body: twice });
    expect(changed).toMatchObject({ status: 400, body: COMMON });
    const { access } = await shop.begin('boss@example.ru');
    const set = { email: ANNA, password: 'Anna-Ivanova' };
    const answer = await shop.ask('/admin/user/password', { method: 'PATCH', bearer: access, body: set });
    expect(answer).toMatchObject({ status: 400, body: PERSONAL });
    const added = { email: 'new@example.ru', password: 'football1' };
    const made = await shop.ask('/admin/user/signup', { method: 'POST', bearer: access, body: added });
    expect(made).toMatchObject({ status: 400, body: COMMON });
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('security 63: is not the first administrator’s, and who has one already still signs in', async () => {
    await expect(shop.mauth.firstAdministrator('boss@example.ru', 'password1')).rejects.toThrow(RefusedPassword);
    await shop.mauth.accounts.create({ email: email(ANNA), password: 'password1', name: null, rank: 'admin' });
    expect((await shop.signIn(ANNA, 'password1')).status).toBe(200);
    expect(await shop.mauth.firstAdministrator('boss@example.ru', 'password1')).toBeNull();
    expect((await shop.signUp('other@example.ru', { password: PASSWORD })).status).toBe(201);
  });
});
