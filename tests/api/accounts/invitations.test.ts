import { afterEach, beforeEach, expect, test } from 'vitest';
import { BY_ITSELF } from '../../../contract/journal/events.ts';
import { aboveSql } from '../../support/databases.ts';
import { DAY, openShop, PASSWORD, type Shop } from './shop.ts';

const ADMIN = 'admin@example.ru';
const VERA = 'vera@example.ru';

aboveSql('an invitation', (open) => {
  let shop: Shop;
  let bearer: string;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser(ADMIN, 'admin');
    bearer = (await shop.begin(ADMIN)).access;
  });
  afterEach(() => shop.close());

  const add = (email: string, invites: boolean) =>
    shop.mauth.directory.add([{ email, name: 'Вера' }], invites, BY_ITSELF);
  const stateOf = async (email: string) => (await shop.mauth.directory.known([email]))[0]?.state;
  const invite = (email: string, as = bearer) =>
    shop.ask(`/admin/user/${email}/invitation`, { method: 'POST', bearer: as });
  const takeBack = (email: string) => shop.ask(`/admin/user/${email}/invitation`, { method: 'DELETE', bearer });
  const accept = (token: string, password = PASSWORD, password_2 = password) =>
    shop.ask(`/invitation/${token}`, { method: 'POST', body: { password, password_2 } });

  test('security 79: its link sets the first password, once, and only its hash is kept', async () => {
    expect(await add(VERA, true)).toEqual([
      { uid: expect.any(String), email: VERA, name: 'Вера', added: true, claimed: false },
    ]);
    expect(await stateOf(VERA)).toBe('invited');
    expect((await shop.signIn(VERA, '')).status).toBe(400);
    const token = await shop.mailedToken(VERA);
    const kept = await shop.database.read.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    for (const look of [1, 2])
      expect([look, (await shop.ask(`/invitation/${token}`)).body]).toEqual([look, { email: VERA, name: 'Вера' }]);
    expect((await accept(token, PASSWORD, 'another')).body).toEqual({ error: 'password missmatch' });
    expect((await accept(token, 'short')).body).toMatchObject({ error: 'invalid password' });
    expect((await accept(token)).status).toBe(200);
    expect((await accept(token, 'quite another one')).body).toEqual({ error: 'invalid invitation' });
    expect((await shop.ask(`/invitation/${token}`)).status).toBe(400);
    expect((await shop.signIn(VERA)).status).toBe(200);
    expect(await stateOf(VERA)).toBe('works');
    expect((await invite(VERA)).body).toEqual({ error: 'signed in already' });
    expect(await shop.events()).toEqual(
      expect.arrayContaining(['account.created', 'account.invited', 'account.confirmed', 'account.joined']),
    );
  });

  test('security 79: a guessed, old, replaced or taken back one changes nothing', async () => {
    await add(VERA, true);
    const first = await shop.mailedToken(VERA);
    expect((await invite(VERA)).status).toBe(200);
    const second = await shop.mailedToken(VERA);
    expect(second).not.toBe(first);
    for (const token of [first, first.toUpperCase(), 'x', '../signin'])
      expect([token, (await accept(encodeURIComponent(token))).status]).toEqual([token, 400]);
    expect((await takeBack(VERA)).status).toBe(200);
    expect((await takeBack(VERA)).body).toEqual({ error: 'no invitation' });
    expect((await accept(second)).body).toEqual({ error: 'invalid invitation' });
    expect(await stateOf(VERA)).toBe('never');
    await invite(VERA);
    const third = await shop.mailedToken(VERA);
    shop.time.now += 7 * DAY;
    expect((await accept(third)).body).toEqual({ error: 'invalid invitation' });
    expect(await stateOf(VERA)).toBe('invited');
  });

  test('of two that follow it at once one sets the password', async () => {
    await add(VERA, true);
    const token = await shop.mailedToken(VERA);
    const answers = await Promise.all([accept(token, 'the first of two'), accept(token, 'the second of two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is for nobody who is disabled, and sent by administrators only', async () => {
    await add(VERA, true);
    const token = await shop.mailedToken(VERA);
    await shop.ask(`/admin/user/${VERA}`, { method: 'PATCH', bearer, body: { disabled: true } });
    expect((await accept(token)).body).toEqual({ error: 'invalid invitation' });
    expect((await invite(VERA)).body).toEqual({ error: 'account disabled' });
    expect((await invite('nobody@example.ru')).status).toBe(404);
    await shop.addUser('anna@example.ru');
    expect((await invite(VERA, (await shop.begin('anna@example.ru')).access)).status).toBe(403);
  });

  test('keeps the account for whom it was made: nobody signs up over it and no sweep removes it', async () => {
    await add(VERA, true);
    shop.time.now += 60 * DAY;
    expect((await shop.mauth.sweep()).unconfirmed).toBe(0);
    expect((await shop.signUp(VERA)).body).toEqual({ error: 'email is not unique' });
    expect(await stateOf(VERA)).toBe('invited');
  });

  test('leaves whoever has an account as it is', async () => {
    const [before] = await shop.mauth.directory.known([ADMIN]);
    expect(await add(ADMIN.toUpperCase(), true)).toMatchObject([{ email: ADMIN, added: false }]);
    expect(await shop.mauth.directory.known([ADMIN])).toEqual([before]);
  });

  test('the last visit outlives the session', async () => {
    const lastVisit = async () => (await shop.mauth.directory.known([ADMIN]))[0]?.lastVisitAt;
    const { refresh } = await shop.begin(ADMIN);
    shop.time.now += DAY;
    const renewed = (await shop.refresh(refresh)).body;
    const used = new Date(shop.time.now).toISOString();
    expect(await lastVisit()).toBe(used);
    shop.time.now += DAY;
    expect((await shop.signOut(renewed.refresh)).status).toBe(200);
    expect(await lastVisit()).toBe(used);
  });
});
