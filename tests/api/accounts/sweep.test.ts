import { afterEach, beforeEach, expect, test } from 'vitest';
import { UNCONFIRMED_DAYS } from '../../../contract/limits.ts';
import { eachDialect } from '../../support/databases.ts';
import { DAY, openShop, PASSWORD, type Shop } from './shop.ts';

const ANNA = 'anna@example.ru';
const WEEK = UNCONFIRMED_DAYS * DAY;

eachDialect('the sweep of accounts', (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await openShop(open);
    await shop.addUser('boss@example.ru', 'admin');
  });
  afterEach(() => shop.close());

  const emails = async () =>
    (await shop.database.read.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);
  const tokens = () => shop.database.read.selectFrom('mail_tokens').selectAll().execute();

  test('security 65: removes those that nobody confirmed for a week, with their tokens, and the trail says whose', async () => {
    await shop.signUp(ANNA);
    shop.time.now += WEEK - 1;
    expect(await shop.mauth.sweep()).toMatchObject({ unconfirmed: 0 });
    expect(await emails()).toEqual([ANNA, 'boss@example.ru']);
    shop.time.now += 1;
    expect(await shop.mauth.sweep()).toMatchObject({ unconfirmed: 1 });
    expect(await emails()).toEqual(['boss@example.ru']);
    expect(await tokens()).toEqual([]);
    const row = await shop.database.read
      .selectFrom('audit_events')
      .select(['target', 'actor'])
      .where('event', '=', 'account.swept')
      .executeTakeFirst();
    expect(row).toEqual({ target: ANNA, actor: null });
    expect((await shop.signUp(ANNA)).status).toBe(201);
  });

  test('removes guesses that are forgiven, and keeps those that are not', async () => {
    await shop.signIn('boss@example.ru', 'wrong horse', '192.0.2.1');
    const guesses = () => shop.database.read.selectFrom('guesses').select('failures').execute();
    shop.time.now += DAY;
    await shop.mauth.sweep();
    expect(await guesses()).toEqual([{ failures: 1 }]);
    shop.time.now += DAY;
    await shop.mauth.sweep();
    expect(await guesses()).toEqual([]);
  });

  test('security 65: leaves those that were confirmed, disabled, made administrators or sent a link lately', async () => {
    for (const name of ['confirmed', 'disabled', 'admin', 'reminded']) await shop.signUp(`${name}@example.ru`);
    expect((await shop.ask(`/confirm/${await shop.mailedToken('confirmed@example.ru')}`)).status).toBe(200);
    const change = (email: string, values: object) =>
      shop.database.write((transaction) =>
        transaction.updateTable('users').set(values).where('email', '=', email).execute(),
      );
    await change('disabled@example.ru', { disabled: 1 });
    await change('admin@example.ru', { rank: 'admin' });
    shop.time.now += WEEK - DAY / 2;
    expect((await shop.signIn('reminded@example.ru', PASSWORD)).body.error).toBe('email not confirmed');
    shop.time.now += DAY / 2;
    expect(await shop.mauth.sweep()).toMatchObject({ unconfirmed: 0 });
    expect(await emails()).toHaveLength(5);
    shop.time.now += DAY;
    expect(await shop.mauth.sweep()).toMatchObject({ unconfirmed: 1 });
    expect(await emails()).not.toContain('reminded@example.ru');
  });

  test('security 65: removes hundreds in one round', async () => {
    const hash = '$argon2id$none';
    const rows = Array.from({ length: 450 }, (_, n) => ({
      uid: `u${n}`,
      email: `u${n}@example.ru`,
      email_key: `u${n}@example.ru`,
      password_hash: hash,
      rank: 'user' as const,
      search_text: '',
      created_at: shop.time.now - WEEK,
      updated_at: shop.time.now,
    }));
    for (let from = 0; from < rows.length; from += 50)
      await shop.database.write((transaction) =>
        transaction
          .insertInto('users')
          .values(rows.slice(from, from + 50))
          .execute(),
      );
    expect(await shop.mauth.sweep()).toMatchObject({ unconfirmed: 450 });
    expect(await emails()).toEqual(['boss@example.ru']);
  });

  test('security 72: removes sessions that have lasted long enough', async () => {
    await shop.begin('boss@example.ru');
    shop.time.now += 90 * DAY;
    expect(await shop.mauth.sweep()).toMatchObject({ sessions: 1 });
  });
});
