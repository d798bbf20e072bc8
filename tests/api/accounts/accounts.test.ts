import { afterEach, beforeEach, expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { email, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const BORIS = 'boris@example.ru';

aboveSql('accounts', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open);
  });
  afterEach(() => shop.close());

  test('an empty shop gets its first administrator with a generated password, once', async () => {
    const made = await shop.mauth.firstAdministrator(' Anna@Example.ru ');
    expect(made).toEqual({ email: 'Anna@Example.ru', password: expect.stringMatching(/^\w{16}$/), generated: true });
    expect((await shop.signIn(ANNA, made?.password)).status).toBe(200);
    expect(await shop.mauth.firstAdministrator(BORIS)).toBeNull();
    expect(await shop.mauth.accounts.list()).toHaveLength(1);
  });

  test('the first administrator has the password that was given; an invalid one stops the start', async () => {
    await expect(shop.mauth.firstAdministrator(ANNA, 'short')).rejects.toThrow('password');
    await expect(shop.mauth.firstAdministrator('anna', PASSWORD)).rejects.toThrow('e-mail');
    const made = await shop.mauth.firstAdministrator(ANNA, PASSWORD);
    expect(made).toEqual({ email: ANNA, password: PASSWORD, generated: false });
    expect((await shop.signIn(ANNA)).status).toBe(200);
  });

  test('of two starts at once one makes the first administrator', async () => {
    const made = await Promise.all([ANNA, BORIS].map((each) => shop.mauth.firstAdministrator(each)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await shop.mauth.accounts.list()).toHaveLength(1);
  });

  test('an account in use is not made the first administrator, and keeps its password', async () => {
    await shop.addUser(ANNA);
    const { access } = await shop.begin(ANNA);
    expect(await shop.mauth.firstAdministrator(ANNA, 'another horse')).toBeNull();
    expect(await shop.mauth.accounts.whyNoAdministrator(email(ANNA))).toBe('taken');
    expect((await shop.access(access)).status).toBe(200);
    expect(await shop.mauth.accounts.list()).toMatchObject([{ email: ANNA, rank: 'user' }]);
  });

  test('an account that nobody confirmed is taken over: password, links and sessions are void, its owner is invited', async () => {
    const stranger = { email: ANNA, password: 'stranger horse' };
    expect((await shop.ask('/signup', { method: 'POST', body: stranger })).status).toBe(201);
    const made = await shop.mauth.firstAdministrator(ANNA);
    expect(made).toMatchObject({ email: ANNA, generated: true });
    expect((await shop.signIn(ANNA, stranger.password)).status).not.toBe(200);
    const links = await shop.database.read.selectFrom('mail_tokens').selectAll().execute();
    expect(links).toEqual([]);
    const invited = await shop.database.read.selectFrom('invitations').selectAll().execute();
    expect(invited).toHaveLength(1);
    expect((await shop.signIn(ANNA, made?.password)).status).toBe(200);
    expect(await shop.mauth.accounts.list()).toMatchObject([{ email: ANNA, rank: 'admin', confirmed: true }]);
    expect(await shop.mauth.accounts.whyNoAdministrator(email(ANNA))).toBe('same');
    expect(await shop.mauth.accounts.whyNoAdministrator(email(BORIS))).toBe('other');
  });

  test('security 13: the same e-mail in other forms, at once, is one account', async () => {
    const forms = [ANNA, 'ANNA@example.ru', ' anna@example.ru ', 'ａｎｎａ@example.ru'];
    const made = await Promise.all(
      forms.map((form) =>
        shop.mauth.accounts.create({ email: email(form), password: PASSWORD, name: null, rank: 'user' }),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await shop.mauth.accounts.list()).toHaveLength(1);
  });

  test('security 22: the last administrator can be neither demoted nor disabled', async () => {
    await shop.addUser(ANNA, 'admin');
    await shop.addUser(BORIS, 'user');
    const { setStanding } = shop.mauth.accounts;
    expect(await setStanding(email(ANNA), { rank: 'user' })).toBe('last administrator');
    expect(await setStanding(email(ANNA), { disabled: true })).toBe('last administrator');
    expect(await setStanding(email(BORIS), { rank: 'admin' })).toBeNull();
    expect(await setStanding(email(ANNA), { disabled: true })).toBeNull();
    expect(await setStanding(email(BORIS), { rank: 'user' })).toBe('last administrator');
    expect(await setStanding(email('nobody@example.ru'), { rank: 'user' })).toBe('unknown');
  });

  test('security 22: two administrators demoted at once leave one', async () => {
    await shop.addUser(ANNA, 'admin');
    await shop.addUser(BORIS, 'admin');
    const outcomes = await Promise.all(
      [ANNA, BORIS].map((each) => shop.mauth.accounts.setStanding(email(each), { rank: 'user' })),
    );
    expect(outcomes.filter((outcome) => outcome === 'last administrator')).toHaveLength(1);
  });

  test('revoking ends all sessions of one user', async () => {
    await shop.addUser(ANNA);
    await shop.addUser(BORIS);
    const anna = [await shop.begin(ANNA), await shop.begin(ANNA)];
    const boris = await shop.begin(BORIS);
    expect(await shop.mauth.accounts.revoke(email(ANNA))).toBe(2);
    for (const { access } of anna) expect((await shop.access(access)).status).toBe(401);
    expect((await shop.access(boris.access)).status).toBe(200);
    expect(await shop.mauth.accounts.revoke(email('nobody@example.ru'))).toBeNull();
  });

  test('what happened is in the trail', async () => {
    await shop.addUser(ANNA);
    const { refresh } = await shop.begin(ANNA);
    await shop.signOut(refresh);
    await shop.mauth.accounts.setPassword(email(ANNA), 'another horse');
    await shop.mauth.accounts.setStanding(email(ANNA), { rank: 'admin' });
    expect(await shop.events()).toEqual([
      'account.created',
      'session.begun',
      'session.ended',
      'password.changed',
      'account.changed',
    ]);
  });

  test('the service is ready while its database is', async () => {
    expect(await shop.mauth.ready()).toBe(true);
  });
});
