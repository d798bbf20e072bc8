import { afterEach, beforeEach, expect, test } from 'vitest';
import { SETUP_TTL_HOURS } from '../../../contract/limits.ts';
import { aboveSql } from '../../support/databases.ts';
import { email, MINUTE, openShop, PASSWORD, type Shop } from './shop.ts';

const OWNER = 'owner@example.ru';

aboveSql('a shop without an administrator', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open, { firstAdministrates: false });
  });
  afterEach(() => shop.close());

  const link = async (order?: Parameters<Shop['mauth']['setupLinks']['make']>[0]) =>
    (await shop.mauth.setupLinks.make(order)) ?? 'none';
  const look = async (token: string) => (await shop.ask(`/setup/${token}`)).status;
  const follow = (token: string, address = OWNER, more: object = {}) =>
    shop.ask(`/setup/${token}`, {
      method: 'POST',
      body: { email: address, password: PASSWORD, name: 'Вера', ...more },
    });
  const ranks = async () => Object.fromEntries((await shop.mauth.accounts.list()).map((row) => [row.email, row.rank]));

  test('security 86: nobody gets the rank by signing up, confirming or a new password', async () => {
    await shop.signUp('one@example.ru');
    await shop.ask(`/confirm/${await shop.mailedToken('one@example.ru')}`);
    await shop.signUp('two@example.ru');
    await shop.forgot('two@example.ru');
    await shop.ask(`/forgot/${await shop.mailedToken('two@example.ru')}`);
    expect(await ranks()).toEqual({ 'one@example.ru': 'user', 'two@example.ru': 'user' });
  });

  test('security 86: its link makes one confirmed administrator, once, and only its hash is kept', async () => {
    const token = await link();
    const kept = await shop.database.read.selectFrom('setup_links').selectAll().execute();
    expect([kept.length, JSON.stringify(kept).includes(token)]).toEqual([1, false]);
    for (const time of [1, 2]) expect([time, await look(token)]).toEqual([time, 200]);
    expect((await follow(token, OWNER, { password: 'short' })).body).toMatchObject({ error: 'invalid password' });
    const made = await follow(token);
    expect([made.status, made.body]).toMatchObject([201, { email: OWNER, name: 'Вера', rank: 'admin' }]);
    expect((await shop.signIn(OWNER)).status).toBe(200);
    expect((await follow(token, 'other@example.ru')).body).toEqual({ error: 'invalid setup link' });
    expect(await look(token)).toBe(400);
    expect(await link()).toBe('none');
    expect(await shop.events()).toContain('administrator.first');
    expect(await shop.mails()).toEqual([]);
  });

  test('security 86: of two that follow it at once one administrates', { tags: ['store'] }, async () => {
    const token = await link();
    const answers = await Promise.all([follow(token, 'one@example.ru'), follow(token, 'two@example.ru')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('security 86: it ends by itself, by another one of the command, and by any other administrator', async () => {
    const old = await link();
    shop.time.now += SETUP_TTL_HOURS * 60 * MINUTE;
    expect(await look(old)).toBe(400);
    // Of two processes that start, each shows one.
    const [first, second] = [await link(), await link()];
    expect([await look(first), await look(second)]).toEqual([200, 200]);
    const third = await link({ alone: true });
    expect([await look(first), await look(second), await look(third)]).toEqual([400, 400, 200]);
    await shop.addUser('anna@example.ru');
    expect(await look(third)).toBe(200);
    await shop.mauth.accounts.setStanding(email('anna@example.ru'), { rank: 'admin' });
    expect((await follow(third)).body).toEqual({ error: 'invalid setup link' });
  });

  test('security 86: it takes an account that nobody confirmed over, and never one in use', async () => {
    await shop.signUp(OWNER, { name: 'Посторонний', password: 'of a stranger' });
    const confirmation = await shop.mailedToken(OWNER);
    await shop.addUser('anna@example.ru');
    const token = await link();
    expect((await follow(token, 'anna@example.ru')).body).toEqual({ error: 'email is not unique' });
    expect((await follow(token)).status).toBe(201);
    expect((await shop.ask(`/confirm/${confirmation}`)).status).toBe(400);
    expect((await shop.signIn(OWNER, 'of a stranger')).status).toBe(400);
    expect((await shop.signIn(OWNER)).status).toBe(200);
  });
});

aboveSql('guesses at a set-up link', (open) => {
  test('security 86: are limited', async () => {
    const shop = await openShop(open, { factor: 1, firstAdministrates: false });
    try {
      for (let at = 0; at < 20; at++) expect((await shop.ask(`/setup/${crypto.randomUUID()}`)).status).toBe(400);
      expect((await shop.ask(`/setup/${crypto.randomUUID()}`)).status).toBe(429);
    } finally {
      await shop.close();
    }
  });
});
